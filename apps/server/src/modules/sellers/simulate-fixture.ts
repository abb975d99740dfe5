import { beneficiaryEndpoints as payees, sellerEndpoints as calls } from "@coralhub/contract";
import type { MerchantStep, Simulation } from "@coralhub/testkit/simulate";
import { answersFor, personName } from "../certification/simulate-fixture.ts";

const MOST = 2;
/** A card number with its check digit, another one for each seller of each merchant. */
function cardNumber(at: number): string {
  const digits = `621485${String(at).padStart(9, "0")}`;
  const sum = Array.from(digits).reduce((total, digit, place) => {
    const doubled = (digits.length - place) % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}

/** Somebody whose goods are sold: handed in, corrected where refused, paid once passed. */
async function tend({ me, chance }: MerchantStep): Promise<void> {
  const { records } = await me.call(calls.sellers, {});
  const at = me.number * 10 + records.length + 200;
  if (records.length < MOST && chance.may(0.6)) {
    const { id: sellerId } = await me.call(calls.addPersonSeller, await answersFor(me, "sellerPerson", at));
    return void (await me.call(calls.addSellerBankCard, {
      sellerId,
      cardholderName: personName(at),
      bankCardNum: cardNumber(at),
      bankName: "招商银行",
      currency: "CNY",
      country: "CN",
      city: "深圳",
    }));
  }
  if (records.length === 0) return;
  const { id, state } = chance.pick(records);
  const { application } = await me.call(calls.seller, { id });
  if (state === "rejected") {
    const whole = await answersFor(me, "sellerPerson", at);
    const refused = application.fields.filter(({ verdict }) => verdict === "rejected").map(({ path }) => path);
    const given = Object.fromEntries(refused.map((path) => [path, whole[path]]));
    return void (await me.call(calls.modifyPersonSeller, { ...given, id }));
  }
  if (state !== "approved") return;
  const [card] = await me.call(calls.sellerBankCards, { sellerId: id });
  if (!card) return;
  const verificationCode = await me.code(() => me.call(payees.sendAccountCode, {}));
  await me.call(payees.adoptSeller, { cardId: card.id, bankCode: "308584000013", verificationCode });
}

export const sellersSimulation: Simulation = {
  actors: [{ name: "商户打理卖家", by: "merchant", weight: 0.7, act: tend }],
};
