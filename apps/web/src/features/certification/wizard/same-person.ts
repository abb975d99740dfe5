import type { Answer } from "@coralhub/domain";
import type { Wizard } from "./use-wizard.ts";

/** What the legal representative has answered, by the names an owner answers under. */
const OF_REPRESENTATIVE: Readonly<Record<string, string>> = {
  name: "name",
  certType: "certType",
  idCardNumber: "idCardNumber",
  country: "dirCountry",
  iEndTime: "iEndTime",
  idCardImgFace: "idCardImgFace",
  idCardImgBack: "idCardImgBack",
};

type Asked = Pick<Wizard, "asked">;
const answerAt = ({ asked }: Asked, place: string): string =>
  asked.find((answer) => answer.place === place)?.value ?? "";

/** The owner of a small company is mostly who signs for it: asked once. */
export const mayBeSamePerson = (
  wizard: Asked & Pick<Wizard, "locked">,
  group: string,
  fields: readonly Answer[],
): boolean =>
  group === "cbos" && answerAt(wizard, "idCardNumber") !== "" && !fields.some(({ place }) => wizard.locked.has(place));

export function fillFromRepresentative(wizard: Asked & Pick<Wizard, "put">, prefix: string): void {
  for (const [own, theirs] of Object.entries(OF_REPRESENTATIVE)) {
    const value = answerAt(wizard, theirs);
    if (value !== "") wizard.put(`${prefix}${own}`, value);
  }
}
