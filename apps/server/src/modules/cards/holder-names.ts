import type { CertificationModule } from "../certification/index.ts";

/** Who may stand on a card: the certified name. A shop sees it; the issuer checks it. */
export async function holderNames(
  certification: Pick<CertificationModule, "certifiedAs">,
  merchantId: string,
): Promise<{ name: string; about: string }[]> {
  const certified = await certification.certifiedAs(merchantId);
  if (!certified || certified.name === null) return [];
  return [{ name: certified.name, about: certified.kind === "person" ? "认证本人" : "认证企业" }];
}
