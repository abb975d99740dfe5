/** Ids carry the time, because lists order by them. */
export function idAt(at: Date, index: number): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${index.toString(16).padStart(12, "0")}`;
}

const fixed = (range: number, n: number) =>
  `0192a000-0000-7000-8000-0000000${String(range * 100 + n).padStart(5, "0")}`;
/** The owner of a demo merchant: the merchant's number in a range of its own. */
export const demoPersonId = (merchantId: string): string => `0192a000-0000-7000-8001-${merchantId.slice(-12)}`;
/** The receiving accounts and stores of the demo merchants: tens are the merchant. */
export const demoAccountId = (n: number): string => fixed(2, n);
export const demoStoreId = (n: number): string => fixed(3, n);
export const demoBankAccountId = (n: number): string => fixed(5, n);
/** Payments that messages speak of. */
export const demoPaymentId = (n: number): string => fixed(4, n);
/** Conversions that messages speak of. */
export const demoConversionId = (n: number): string => fixed(6, n);
/** What the demo world offers, and what of it its merchants have. */
export const demoCouponPlanId = (n: number): string => fixed(7, n);
export const demoCouponId = (n: number): string => fixed(8, n);
/** Programs of the demo merchants. */
export const demoAppId = (n: number): string => fixed(10, n);
export const demoCampaignId = (n: number): string => fixed(9, n);
