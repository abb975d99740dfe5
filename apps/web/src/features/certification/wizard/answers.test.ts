import { answersOf, formSpec, type CertificationValues } from "@coralhub/domain";
import { expect, test } from "vitest";
import {
  addRow,
  besides,
  fillFromReading,
  giveAnswer,
  lockedPlaces,
  problemsOf,
  putAnswer,
  removedRowIds,
  untouched,
  withLeastRows,
  type Decision,
} from "./answers.ts";

const owners = formSpec("mainland").sections.find((section) => "group" in section && section.group === "cbos")!;
const agent = formSpec("mainland").sections.find((section) => "group" in section && section.single)!;
const decided = (path: string, verdict: Decision["verdict"]): [string, Decision] => [
  path,
  { path, verdict, reason: "", decidedAt: null },
];

test("an answer goes to its place: alone, in a row, in the one part that is there once", () => {
  let values: CertificationValues = { cbos: [{ id: "a" }, { id: "b" }], userAuthAgentDTO: {} };
  values = putAnswer(values, "companyName", "南屿");
  values = putAnswer(values, "cbos.1.name", "林见南");
  values = putAnswer(values, "userAuthAgentDTO.agentName", "周宁");
  expect(values).toEqual({
    companyName: "南屿",
    cbos: [{ id: "a" }, { id: "b", name: "林见南" }],
    userAuthAgentDTO: { agentName: "周宁" },
  });
  expect(besides("cbos.1.idCardImgFace", "name")).toBe("cbos.1.name");
  expect(besides("businessLicenseImage", "companyName")).toBe("companyName");
});

test("parts that must be there are there from the start", () => {
  expect(withLeastRows("mainland", {}, () => "x")["cbos"]).toEqual([{ id: "x" }]);
  if (!("group" in agent)) throw new Error("no part");
  expect(addRow({}, agent, "x")).toEqual({ userAuthAgentDTO: {} });
});

test("what was read fills only what is empty, and only in the same part", () => {
  const values: CertificationValues = { name: "已填", cbos: [{ id: "a" }] };
  const asked = answersOf("mainland", values);
  const own = fillFromReading(values, asked, "idCardImgFace", { name: "读出", idCardNumber: "11010519491231002X" });
  expect(own.values).toMatchObject({ name: "已填", idCardNumber: "11010519491231002X", cbos: [{ id: "a" }] });
  expect(own.filled.map(({ place }) => place)).toEqual(["idCardNumber"]);
  const row = fillFromReading(values, asked, "cbos.0.idCardImgFace", { name: "读出" });
  expect(row.values).toMatchObject({ name: "已填", cbos: [{ id: "a", name: "读出" }] });
});

test("accepted answers are locked, unless expired or in a row that came back", () => {
  const values: CertificationValues = {
    companyName: "深圳市南屿科技有限公司",
    bStartTime: "2019-04-16",
    bEndTime: "2020-01-01",
    cbos: [{ id: "a", name: "林见南", shareRatio: "60" }],
  };
  const decisions = new Map([
    decided("companyName", "accepted"),
    decided("bEndTime", "accepted"),
    decided("cbos.a.name", "accepted"),
    decided("cbos.a.shareRatio", "rejected"),
  ]);
  const asked = answersOf("mainland", values);
  expect([...lockedPlaces(asked, decisions, "2026-11-15")]).toEqual(["companyName"]);
  expect(untouched("mainland", values, asked, decisions).map(({ place }) => place)).toEqual(["cbos.0.shareRatio"]);
  const repaired = putAnswer(values, "cbos.0.shareRatio", "55");
  expect(untouched("mainland", values, answersOf("mainland", repaired), decisions)).toEqual([]);
});

test("problems belong to the section that asks, and rows taken away are named", () => {
  const values: CertificationValues = { cbos: [{ id: "a" }] };
  const problems = { companyName: "请填写企业名称", cbos: "持股比例合计不能超过 100%", "cbos.0.name": "请填写姓名" };
  expect(Object.keys(problemsOf(owners, answersOf("mainland", values), problems))).toEqual(["cbos", "cbos.0.name"]);
  expect(removedRowIds("mainland", { cbos: [{ id: "a" }, { id: "b" }] }, values)).toEqual(["b"]);
});

test("a face check goes with the number it was made for, and is locked only while that is", () => {
  const values: CertificationValues = { idCardNumber: "11010519491231002X", name: "林见南", faceAuthId: "check" };
  const asked = answersOf("person", values);
  expect(giveAnswer(values, asked, "idCardNumber", "110105196001010011")["faceAuthId"]).toBe("");
  expect(giveAnswer(values, asked, "idCardNumber", "11010519491231002X")["faceAuthId"]).toBe("check");
  expect(giveAnswer(values, asked, "name", "林见北")["faceAuthId"]).toBe("check");
  const locked = (verdict: Decision["verdict"]) =>
    lockedPlaces(asked, new Map([decided("faceAuthId", "accepted"), decided("idCardNumber", verdict)]), "2026-11-15");
  expect(locked("rejected")).not.toContain("faceAuthId");
  expect(locked("accepted")).toContain("faceAuthId");
});
