import { mobileText, USER_SOURCES } from "@coralhub/domain";
import { listConsents } from "./consents-store.ts";
import type { IdentityDeps } from "./deps.ts";
import { listPeople } from "./merchants-store.ts";
import { merchantsById, searchMerchants, type FoundMerchant } from "./merchant-search-store.ts";

const MOST_FOUND = 50;

/** What the operators' console may know about merchants. */
export type MerchantSearch = ReturnType<typeof createMerchantSearch>;

export function createMerchantSearch(deps: IdentityDeps) {
  const { db } = deps.database;
  const listed = async (found: readonly FoundMerchant[]) => {
    const briefs = await deps.certification.briefsOf(found.map(({ merchantId }) => merchantId));
    return found.map((m) => ({
      id: m.merchantId,
      // Without a name the console shows the number, which operators see in full.
      name: briefs.get(m.merchantId)?.name ?? m.contactName ?? "",
      mobile: m.mobile ? mobileText(m.mobile) : "",
      email: m.email,
      certification: briefs.get(m.merchantId)?.status ?? 0,
      createdAt: m.registeredAt,
    }));
  };
  const sessionsOf = async (merchantId: string) => {
    const people = await listPeople(db, merchantId);
    return (await Promise.all(people.map(({ personId }) => deps.sessions.list("merchant", personId)))).flat();
  };
  return {
    async search(text: string) {
      const wanted = text.trim();
      const [direct, named] = await Promise.all([
        searchMerchants(db, wanted, MOST_FOUND),
        wanted ? deps.certification.findByName(wanted, MOST_FOUND) : [],
      ]);
      const more = named.filter((id) => !direct.some((m) => m.merchantId === id));
      return listed([...direct, ...(await merchantsById(db, more))].slice(0, MOST_FOUND));
    },
    async overview(merchantId: string) {
      const [found] = await merchantsById(db, [merchantId]);
      if (!found) return undefined;
      const [[listing], sessions, consents, messages] = await Promise.all([
        listed([found]),
        sessionsOf(merchantId),
        listConsents(db, merchantId),
        deps.messageCountsOf(merchantId),
      ]);
      return {
        ...listing!,
        userSource: USER_SOURCES[found.source].wire,
        sessions: sessions.map(({ createdAt, lastSeenAt, address, userAgent }) => ({
          createdAt,
          lastSeenAt,
          address,
          userAgent,
        })),
        consents: consents.map(({ text, version, agreedAt }) => ({ document: text, version, at: agreedAt })),
        messages,
      };
    },
    async named(merchantIds: readonly string[]) {
      const all = await listed(await merchantsById(db, merchantIds));
      return new Map(all.map(({ id, name, mobile }) => [id, { id, name, mobile }]));
    },
  };
}
