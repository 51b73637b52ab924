/** Generated from openapi/distribution.yaml by `npm run generate`: change that file, never this one. */

export const answers = {
  "listBooks": {"200":{"$ref":"#/components/schemas/BookList"}},
  "createBook": {"201":{"anyOf":[{"$ref":"#/components/schemas/Book"},{"$ref":"#/components/schemas/BookReceipt"}]}},
  "readBook": {"200":{"$ref":"#/components/schemas/Book"}},
  "updateBook": {"200":{"anyOf":[{"$ref":"#/components/schemas/Book"},{"$ref":"#/components/schemas/BookReceipt"}]}},
  "deleteBook": {},
  "lookUpBook": {"200":{"$ref":"#/components/schemas/Book"}},
  "requestUploads": {"201":{"anyOf":[{"$ref":"#/components/schemas/GrantEnvelope"},{"$ref":"#/components/schemas/GrantList"}]}},
  "attachFile": {"200":{"$ref":"#/components/schemas/Empty"}},
  "publishBook": {},
  "unpublishBook": {},
};

export const schemas = {
  "BookList": {"type":"object","required":["data","meta","links"],"properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/BookListItem"}},"meta":{"type":"object","required":["total","page","perPage","lastPage"],"properties":{"total":{"type":"integer","minimum":0},"page":{"type":"integer","minimum":1},"perPage":{"type":"integer","minimum":1,"maximum":100},"lastPage":{"type":"integer","minimum":0}}},"links":{"type":"object","required":["self","next","prev"],"properties":{"self":{"type":"string"},"next":{"type":["string","null"]},"prev":{"type":["string","null"]}}}}},
  "BookListItem": {"type":"object","required":["id","type","attributes"],"properties":{"id":{"type":"string","format":"uuid"},"type":{"type":"string","const":"book"},"attributes":{"type":"object","required":["externalId","format","title","subtitle","seriesTitle","seriesNumber","productIdentifier","productIdentifierType","authors","language","status","createdAt","updatedAt"],"properties":{"externalId":{"type":["string","null"]},"format":{"type":"string","enum":["ebook","print","audio"]},"title":{"type":"string"},"subtitle":{"type":["string","null"]},"seriesTitle":{"type":["string","null"]},"seriesNumber":{},"productIdentifier":{"type":["string","null"]},"productIdentifierType":{"type":["string","null"]},"authors":{"type":"array","items":{"type":"string"}},"language":{"type":"array","items":{"type":"string","pattern":"^[^a-z]*$"}},"status":{"type":"string"},"createdAt":{"type":"string","format":"date-time","pattern":"([Zz]|[+-]00:00)$"},"updatedAt":{"type":"string","format":"date-time","pattern":"([Zz]|[+-]00:00)$"}}}}},
  "Book": {"type":"object","required":["data"],"properties":{"data":{"$ref":"#/components/schemas/BookResource"}}},
  "BookResource": {"type":"object","required":["id","type","attributes"],"properties":{"id":{"type":"string","format":"uuid"},"type":{"type":"string","const":"book"},"attributes":{"$ref":"#/components/schemas/BookAttributes"}}},
  "BookAttributes": {"type":"object","required":["format","status","title","series","language","imprint","description","category","copyright","saleTerritory","publicationDate","isFinalVersion","contributor","price","audience","files"],"properties":{"format":{"type":"string","enum":["ebook","print","audio"]},"status":{"type":"string"},"title":{"type":"string"},"externalId":{"type":["string","null"]},"subtitle":{"type":["string","null"]},"series":{},"language":{"type":"array","items":{"type":"string","pattern":"^[^a-z]*$"}},"isbn":{"type":["string","null"]},"imprint":{"type":"object","required":["id","name"],"properties":{"id":{"type":"string","format":"uuid"},"name":{"type":"string"}}},"description":{"type":"string"},"category":{"type":"array","items":{"type":"string"}},"keyword":{"type":["array","null"],"items":{"type":"string"}},"copyright":{"type":"string"},"saleTerritory":{"type":"array","items":{"type":"string"}},"publicationDate":{"type":"string","format":"date"},"isFinalVersion":{"type":"boolean"},"contributor":{"type":"array","items":{"$ref":"#/components/schemas/Contributor"}},"price":{"type":"array","items":{"$ref":"#/components/schemas/Price"}},"audience":{},"ebookDetails":{"type":["object","null"],"properties":{"pageCount":{"type":"integer"},"programEnrolled":{"type":"boolean"},"publishedOnRetailer":{"type":"boolean"}}},"podDetails":{"type":["object","null"]},"audioDetails":{"type":["object","null"],"properties":{"audioLength":{"type":"integer"},"audioEdition":{"$ref":"#/components/schemas/AudioEdition"}}},"files":{"type":"array","items":{"type":"object"}},"chapters":{"type":["array","null"],"items":{"$ref":"#/components/schemas/StoredChapter"}}}},
  "Contributor": {"type":"object","required":["firstName","lastName","role"],"properties":{"firstName":{"type":"string"},"lastName":{"type":"string"},"role":{"type":"string"}}},
  "Price": {"type":"object","required":["currency","price"],"properties":{"currency":{"type":"string"},"price":{"type":"number"}}},
  "AudioEdition": {"type":"string","enum":["UBR","ABR"]},
  "StoredChapter": {"type":"object","required":["fileId","sequence","title"],"properties":{"fileId":{"type":"string","format":"uuid"},"sequence":{"type":"integer","minimum":1},"title":{"type":"string"},"titleAscii":{"type":["string","null"]}}},
  "BookReceipt": {"type":"object","required":["bookId"],"properties":{"bookId":{"type":"string","format":"uuid"}}},
  "GrantEnvelope": {"type":"object","required":["data"],"properties":{"data":{"type":"array","items":{"$ref":"#/components/schemas/Grant"}}}},
  "Grant": {"type":"object","required":["id","type","attributes"],"properties":{"id":{"type":"string","format":"uuid"},"type":{"type":"string","const":"book-file-upload"},"attributes":{"type":"object","required":["referenceId","role","url","expiresAt"],"properties":{"referenceId":{"type":"string"},"role":{"type":"string","enum":["ebook_content","ebook_cover","audio_content","audio_cover","pod_content","pod_cover"]},"url":{"type":"string"},"expiresAt":{"$ref":"#/components/schemas/Deadline"}}}}},
  "Deadline": {"type":"string","format":"date-time","pattern":"([Zz]|[+-]00:00)$"},
  "GrantList": {"type":"array","items":{"$ref":"#/components/schemas/BareGrant"}},
  "BareGrant": {"type":"object","required":["id","url","expiresAt"],"properties":{"id":{"type":"string","format":"uuid"},"url":{"type":"string"},"expiresAt":{"$ref":"#/components/schemas/Deadline"}}},
  "Empty": {"type":"object"},
};
