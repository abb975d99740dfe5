import type { Currency } from "../money/currencies.ts";

export type IntermediaryBank = { swiftCode: string; name: string; currencies: readonly Currency[] };

const SEED = `USD|CHASUS33 JPMorgan Chase Bank, New York|CITIUS33 Citibank N.A., New York|BKTRUS33 Deutsche Bank Trust Company Americas|IRVTUS3N Bank of New York Mellon
USD|SCBLUS33 Standard Chartered Bank, New York|MRMDUS33 HSBC Bank USA|BOFAUS3N Bank of America N.A.|PNBPUS3N Wells Fargo Bank (international)
EUR|DEUTDEFF Deutsche Bank, Frankfurt|COBADEFF Commerzbank, Frankfurt|BNPAFRPP BNP Paribas, Paris|SOGEFRPP Société Générale, Paris
GBP|BARCGB22 Barclays Bank, London|MIDLGB22 HSBC Bank plc, London|SCBLGB2L Standard Chartered Bank, London
HKD|HSBCHKHH HSBC, Hong Kong|SCBLHKHH Standard Chartered Bank (Hong Kong)|BKCHHKHH Bank of China (Hong Kong)
CNH|BKCHHKHH Bank of China (Hong Kong)|HSBCHKHH HSBC, Hong Kong
JPY|BOTKJPJT MUFG Bank, Tokyo|SMBCJPJT Sumitomo Mitsui Banking Corporation, Tokyo|MHCBJPJT Mizuho Bank, Tokyo
SGD|DBSSSGSG DBS Bank, Singapore|UOVBSGSG United Overseas Bank, Singapore|OCBCSGSG OCBC, Singapore
AUD|NATAAU33 National Australia Bank, Melbourne|WPACAU2S Westpac, Sydney|CTBAAU2S Commonwealth Bank, Sydney
CAD|ROYCCAT2 Royal Bank of Canada, Toronto|BOFMCAM2 Bank of Montreal|NOSCCATT Bank of Nova Scotia, Toronto
NZD|ANZBNZ22 ANZ Bank New Zealand, Wellington
CHF|UBSWCHZH UBS Switzerland, Zürich`;

function read(): readonly IntermediaryBank[] {
  const banks = new Map<string, { swiftCode: string; name: string; currencies: Currency[] }>();
  for (const line of SEED.split("\n")) {
    const [currency, ...entries] = line.split("|") as [Currency, ...string[]];
    for (const entry of entries) {
      const [swiftCode, ...name] = entry.split(" ") as [string, ...string[]];
      const known = banks.get(swiftCode) ?? { swiftCode, name: name.join(" "), currencies: [] };
      banks.set(swiftCode, { ...known, currencies: [...known.currencies, currency] });
    }
  }
  return [...banks.values()];
}
/** Banks through which transfers in a currency usually go, by their public codes. */
export const INTERMEDIARY_BANKS = read();

/** The first eight characters name the bank, the rest a branch. */
export const intermediaryOf = (swiftCode: string): IntermediaryBank | undefined =>
  INTERMEDIARY_BANKS.find((bank) => bank.swiftCode === swiftCode.toUpperCase().slice(0, 8));
