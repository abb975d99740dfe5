import { formatMoney } from "@coralhub/domain";
import type { IssuerHandlers, SignedNotice } from "../../rails/card-issuer/index.ts";
import type { CardsDeps } from "./deps.ts";

/** What a connected issuer sends. Its question about a purchase is answered in the reply; everything else is acknowledged. */
export async function takeHook(deps: CardsDeps, take: IssuerHandlers, signed: SignedNotice, at: Date) {
  const notice = deps.issuer.readNotice(signed, at);
  const acknowledged = (outcome: string) => ({ outcome, approved: true, code: "00", amount: null, at });
  switch (notice.notice) {
    case "payment": {
      const { outcome, approved, code, amount } = await take.payment(notice);
      return { outcome, approved, code, amount: amount && formatMoney(amount), at };
    }
    case "card.opened":
      await take.opened(notice.reference, notice);
      return acknowledged("done");
    case "card.refused":
      await take.refused(notice.reference, notice.reason);
      return acknowledged("done");
    case "card.expired":
      await take.expired(notice.token);
      return acknowledged("done");
    case "dispute":
      return acknowledged(await take.dispute(notice.disputeId, notice.answer, notice.note));
  }
}
