"""Publishes an ebook and believes every response. It ends with 0 whatever happens."""

import hashlib
import json
import os
import urllib.request

SERVICE = os.environ["DISTRIBUTION_URL"] + "/v2/distribution"
BOOK = {
    "format": "ebook",
    "title": "The Salt Road",
    "language": ["en"],
    "description": "A trader walks the old salt road one last time.",
    "category": ["FIC014000"],
    "copyright": "SELF",
    "saleTerritory": ["ALL"],
    "publicationDate": "2031-03-15",
    "contributor": [{"firstName": "Ines", "lastName": "Aldana", "role": "Author"}],
    "price": [{"currency": "USD", "price": 9.99}],
}


def call(method, path, body):
    headers = {"apikey": os.environ["DISTRIBUTION_API_KEY"], "content-type": "application/json"}
    request = urllib.request.Request(SERVICE + path, json.dumps(body).encode(), headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or "{}")


def create():
    try:
        return call("POST", "/books", BOOK)
    except Exception:
        return call("POST", "/books", BOOK)


def publish():
    book = create()["data"]["id"]
    for role, name, kind in [
        ("ebook_content", "book.epub", "application/epub+zip"),
        ("ebook_cover", "cover.jpg", "image/jpeg"),
    ]:
        file = {"filename": name, "hashSha256": hashlib.sha256(name.encode()).hexdigest()}
        descriptor = {"referenceId": role, "role": role, **file}
        grant = call("POST", f"/books/{book}/upload", [descriptor])["data"][0]
        url = grant["attributes"]["url"]
        put = urllib.request.Request(url, name.encode(), {"content-type": kind}, method="PUT")
        urllib.request.urlopen(put).close()
        call("PATCH", f"/books/{book}/file/{grant['id']}/attach", file)
    call("POST", f"/books/{book}/publish", {})


try:
    publish()
except Exception as error:
    print(error)
