import forge from "node-forge";
import { createHash, createPublicKey, generateKeyPair } from "node:crypto";
import { BRAND } from "@coralhub/domain";

const RSA_BITS = 2048;

export type IssuedCertificate = {
  pfx: Buffer;
  spki: Buffer;
  /** SHA-256 of the certificate, in hex: how a connection that shows it is recognised. */
  fingerprint: string;
  serial: string;
};
/** The house's own authority: what signs client certificates. */
export type AuthorityKey = { certificate: string; privateKey: string };
type Term = { beginsAt: Date; endsAt: Date };

const rsaPair = () =>
  new Promise<{ publicKey: string; privateKey: string }>((resolve, reject) => {
    generateKeyPair(
      "rsa",
      {
        modulusLength: RSA_BITS,
        publicKeyEncoding: { type: "spki", format: "pem" },
        privateKeyEncoding: { type: "pkcs8", format: "pem" },
      },
      (error, publicKey, privateKey) => (error ? reject(error) : resolve({ publicKey, privateKey })),
    );
  });

const spkiOf = (pem: string): Buffer => createPublicKey(pem).export({ type: "spki", format: "der" });
const derOf = (certificate: forge.pki.Certificate): Buffer =>
  Buffer.from(forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes(), "binary");

/** A positive number in its shortest writing: one that begins with zeros is refused by whoever reads the certificate. */
export function serialOf(bytes: Buffer): string {
  const first = (bytes[0]! & 0x3f) | 0x40;
  return Buffer.concat([Buffer.of(first), bytes.subarray(1)]).toString("hex");
}

function blank(publicKey: string, serial: string, { beginsAt, endsAt }: Term): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = serial;
  certificate.validity.notBefore = beginsAt;
  certificate.validity.notAfter = endsAt;
  return certificate;
}

export async function createAuthority(serial: string, term: Term): Promise<AuthorityKey> {
  const { publicKey, privateKey } = await rsaPair();
  const certificate = blank(publicKey, serial, term);
  const name = [
    { name: "organizationName", value: BRAND.latinName },
    { name: "commonName", value: `${BRAND.latinName} Open API` },
  ];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.setExtensions([
    { name: "basicConstraints", cA: true, critical: true },
    { name: "keyUsage", keyCertSign: true, cRLSign: true, critical: true },
    { name: "subjectKeyIdentifier" },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return { certificate: forge.pki.certificateToPem(certificate), privateKey };
}

/** A fresh key and its certificate, packed under the given password. Whoever calls this keeps nothing of the key. */
export async function issueCertificate(
  authority: AuthorityKey,
  { appId, name, passwd, serial, ...term }: Term & { appId: string; name: string; passwd: string; serial: string },
): Promise<IssuedCertificate> {
  const { publicKey, privateKey } = await rsaPair();
  const issuer = forge.pki.certificateFromPem(authority.certificate);
  const certificate = blank(publicKey, serial, term);
  certificate.setSubject([
    { name: "organizationName", value: BRAND.latinName },
    { name: "commonName", value: appId },
  ]);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: "basicConstraints", cA: false },
    { name: "keyUsage", digitalSignature: true, critical: true },
    { name: "extKeyUsage", clientAuth: true },
  ]);
  certificate.sign(forge.pki.privateKeyFromPem(authority.privateKey), forge.md.sha256.create());
  const packed = forge.pkcs12.toPkcs12Asn1(forge.pki.privateKeyFromPem(privateKey), [certificate], passwd, {
    algorithm: "aes256",
    friendlyName: name,
  });
  return {
    pfx: Buffer.from(forge.asn1.toDer(packed).getBytes(), "binary"),
    spki: spkiOf(publicKey),
    fingerprint: createHash("sha256").update(derOf(certificate)).digest("hex"),
    serial,
  };
}

/** A public key the merchant made itself; undefined where it is none, or none that is good enough. */
export function readPublicKey(pem: string): { spki: Buffer; algorithm: "rsa" | "ed25519" } | undefined {
  // A private key would give its public half as well: nobody should send us one, and we do not take it.
  if (pem.includes("PRIVATE")) return undefined;
  try {
    const key = createPublicKey(pem);
    const spki = key.export({ type: "spki", format: "der" });
    if (key.asymmetricKeyType === "ed25519") return { spki, algorithm: "ed25519" };
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= RSA_BITS ? { spki, algorithm: "rsa" } : undefined;
  } catch {
    return undefined;
  }
}
