/** A gateway in front of a sandbox: TLS with a private certificate, and a required header. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { createServer } from 'node:https';
import { sendOn } from './gateway.ts';
import { listen, stop } from './server-process.ts';

interface Credentials {
  /** The server's self-signed certificate, as PEM. Clients that trust it accept the server. */
  readonly cert: string;
  readonly key: string;
}

/** Object identifiers, as the hexadecimal bytes of their DER content. */
const objectIds = {
  commonName: '550403',
  subjectAltName: '551d11',
  ecdsaWithSha256: '2a8648ce3d040302',
} as const;

/** Creates a self-signed certificate for one host, valid for an hour (RFC 5280, section 4.1). */
export function createCredentials(host: string): Credentials {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, encodeObjectId(objectIds.ecdsaWithSha256));
  const name = encodeName(host);
  const hosts = der(0x04, der(0x30, der(0x82, Buffer.from(host))));
  const now = Date.now();
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    name,
    der(0x30, encodeTime(now - 3_600_000), encodeTime(now + 3_600_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, encodeObjectId(objectIds.subjectAltName), hosts))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]);
  const base64 = der(0x30, body, ecdsaWithSha256, der(0x03, signature)).toString('base64');
  const lines = base64.match(/.{1,64}/g)?.join('\n') ?? '';
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** Encodes tag, length and content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function encodeObjectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function encodeName(common: string): Buffer {
  return der(
    0x30,
    der(0x31, der(0x30, encodeObjectId(objectIds.commonName), der(0x0c, Buffer.from(common)))),
  );
}

function encodeTime(time: number): Buffer {
  const text = new Date(time).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

interface GateOptions {
  /** The host name of its certificate. */
  readonly host: string;
  /** The header that every request needs. */
  readonly header: readonly [name: string, value: string];
  /** The origin of the service behind it. */
  readonly target: string;
}

interface Gate {
  readonly port: number;
  /** The certificate that clients must trust, as PEM. */
  readonly authority: string;
  readonly close: () => Promise<void>;
}

/** Starts the gateway on a free port. It answers 403 to requests without the header. */
export async function openGate({ host, header, target }: GateOptions): Promise<Gate> {
  const { cert, key } = createCredentials(host);
  const [name, value] = header;
  const server = createServer({ cert, key }, (incoming, outgoing) => {
    if (incoming.headers[name] !== value) {
      outgoing.writeHead(403, { 'content-type': 'text/html' }).end('<h1>Who are you?</h1>');
      return;
    }
    const headers = { ...incoming.headers, host: new URL(target).host };
    const onward = sendOn(incoming, outgoing, { origin: target, headers });
    onward.once('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  return { port: await listen(server), authority: cert, close: async () => stop(server) };
}
