/** Creates a temporary certificate authority and a server certificate. */
import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

export interface Credentials {
  /** The certificate that a client must trust, as PEM. */
  readonly authority: string;
  /** The server's certificate, as PEM. */
  readonly cert: string;
  readonly key: string;
}

/** Object identifiers, as the hexadecimal bytes of their DER content. */
const oids = {
  commonName: '550403',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  ecdsaWithSha256: '2a8648ce3d040302',
} as const;

/** Creates both for one host, valid for an hour. */
export function credentialsFor(host: string): Credentials {
  const [root, server] = [keyPair(), keyPair()];
  const names = { root: name('bookdist authority'), server: name(host) };
  const isAuthority = extension(oids.basicConstraints, der(0x30, Buffer.from([0x01, 0x01, 0xff])));
  const hosts = extension(oids.subjectAltName, der(0x30, der(0x82, Buffer.from(host))));
  return {
    authority: certificate({
      issuer: names.root,
      subject: names.root,
      subjectKey: root.publicKey,
      issuerKey: root.privateKey,
      extensions: isAuthority,
    }),
    cert: certificate({
      issuer: names.root,
      subject: names.server,
      subjectKey: server.publicKey,
      issuerKey: root.privateKey,
      extensions: hosts,
    }),
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function keyPair(): { publicKey: KeyObject; privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

interface Certified {
  readonly issuer: Buffer;
  readonly subject: Buffer;
  readonly subjectKey: KeyObject;
  readonly issuerKey: KeyObject;
  readonly extensions: Buffer;
}

/** Returns an X.509 version 3 certificate (RFC 5280, section 4.1) as PEM. */
function certificate({ issuer, subject, subjectKey, issuerKey, extensions }: Certified): string {
  const ecdsaWithSha256 = der(0x30, oid(oids.ecdsaWithSha256));
  const now = Date.now();
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    issuer,
    der(0x30, moment(now - 3_600_000), moment(now + 3_600_000)),
    subject,
    subjectKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extensions)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, issuerKey)]);
  const whole = der(0x30, body, ecdsaWithSha256, der(0x03, signature)).toString('base64');
  const lines = whole.match(/.{1,64}/g)?.join('\n') ?? '';
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** Encodes tag, length and content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  return Buffer.concat([Buffer.from([tag, 0x82, length >> 8, length & 0xff]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function name(common: string): Buffer {
  return der(0x30, der(0x31, der(0x30, oid(oids.commonName), der(0x0c, Buffer.from(common)))));
}

function moment(time: number): Buffer {
  const text = new Date(time).toISOString().replace(/[-:T]|\.\d+/g, '');
  return der(0x17, Buffer.from(text.slice(2)));
}

function extension(id: string, content: Buffer): Buffer {
  return der(0x30, oid(id), der(0x04, content));
}
