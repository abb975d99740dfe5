/** Why short lives do not make a move: what takes years, what no lever brings about, what is over before anybody can come. */
const REASONS: readonly (readonly [moves: RegExp, reason: string])[] = [
  [/^card: .*expired/, "a card runs for years"],
  [/^card_payment: (declined|expired|reversed|settled|verified) → authorised/, "a shop asks again for what was over"],
  [/^certification: .*expired/, "papers run for years"],
  [/^certification_application: .*second/, "only what the risk check marks goes to a second person"],
  [/^coupon: expired → unused/, "its payment comes back after the coupon has run out"],
  [/^deposit_account: .*expired/, "consent runs for a year"],
  [/^export_job: (running|waiting) → (failed|running)/, "nothing goes wrong with a small file"],
  [/^export_job: running → cancelled/, "a small file is ready before anybody can stop it"],
  [/^fx_rate_jump:/, "no lever lets a rate jump"],
  [/^order_upload: analysing → partlyPassed/, "takes a store that gives good and bad orders at once"],
  [/^payment_batch: (parsing → |uploaded → unreadable)/, "a small sheet is read at once"],
  [/^payout: submitted → cancelled/, "its owner is recovered or leaves in the moment before it is sent"],
  [/^store\.authorisation: .*expiring/, "consent runs for a year"],
];
const SELDOM = "somebody does it, too seldom for lives this short";

export const whyUnreached = (move: string): string => REASONS.find(([moves]) => moves.test(move))?.[1] ?? SELDOM;
