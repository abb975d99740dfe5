import { answersOf } from "@coralhub/domain";
import { expect, test } from "vitest";
import { fillFromRepresentative, mayBeSamePerson } from "./same-person.ts";

const values = { name: "陈屿", idCardNumber: "440301199001011234", cbos: [{}] };
const asked = answersOf("mainland", values);

test("「同法定代表人」 gives the owner what the representative answered, and nothing that was not answered", () => {
  const put = new Map<string, unknown>();
  fillFromRepresentative({ asked, put: (place, value) => void put.set(place, value) }, "cbos.0.");
  expect(put.get("cbos.0.name")).toBe("陈屿");
  expect(put.get("cbos.0.idCardNumber")).toBe("440301199001011234");
  expect(put.has("cbos.0.idCardImgBack")).toBe(false);
});

test("it is offered for owners, once the representative is known, and where nothing is locked", () => {
  const fields = asked.filter(({ place }) => place.startsWith("cbos.0."));
  const offered = (over: Partial<Parameters<typeof mayBeSamePerson>[0]>, group = "cbos") =>
    mayBeSamePerson({ asked, locked: new Set<string>(), ...over }, group, fields);
  expect(offered({})).toBe(true);
  expect(offered({}, "directors")).toBe(false);
  expect(offered({ asked: [] })).toBe(false);
  expect(offered({ locked: new Set([fields[0]!.place]) })).toBe(false);
});
