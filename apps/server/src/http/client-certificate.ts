import type { FastifyRequest } from "fastify";
import { createHash, X509Certificate } from "node:crypto";
import type { PeerCertificate, TLSSocket } from "node:tls";
import { amongAddresses } from "../platform/caller-address.ts";

export type SecureConfig = {
  tls: { port: number; keyFile: string; certFile: string } | undefined;
  handedOn: { header: string; from: readonly string[] } | undefined;
};
/** SHA-256 of the caller's certificate, in hex; undefined where it has shown none. */
export type ReadCertificate = (request: FastifyRequest) => string | undefined;

const fingerprintOf = (der: Uint8Array): string => createHash("sha256").update(der).digest("hex");

/** Our own TLS connection has seen the key at work. A header is believed only from the proxies that are named. */
export function createCertificateReader({ handedOn }: Partial<SecureConfig> = {}): ReadCertificate {
  const isProxy = amongAddresses(handedOn?.from ?? []);
  return (request) => {
    const socket = request.raw.socket as Partial<TLSSocket>;
    if (socket.getPeerCertificate) {
      // Nobody stands between: a header here would be the caller's own word.
      const { raw } = socket.getPeerCertificate() as Partial<PeerCertificate>;
      return raw && fingerprintOf(raw);
    }
    // Who is at the other end of the connection, not whom a header names.
    const { remoteAddress } = request.raw.socket;
    if (!handedOn || remoteAddress === undefined || !isProxy(remoteAddress)) return undefined;
    const handed = request.headers[handedOn.header];
    return typeof handed === "string" ? readHanded(handed) : undefined;
  };
}

/** As nginx writes it (URL-encoded PEM), as Envoy does (`Cert="…"`), or as RFC 9440 says (`:base64:`). */
function readHanded(text: string): string | undefined {
  try {
    const bytes = /^:([\w+/=]+):$/.exec(text)?.[1];
    if (bytes !== undefined) return fingerprintOf(Buffer.from(bytes, "base64"));
    const quoted = /Cert="([^"]+)"/.exec(text)?.[1] ?? text;
    return fingerprintOf(new X509Certificate(decodeURIComponent(quoted)).raw);
  } catch {
    return undefined;
  }
}
