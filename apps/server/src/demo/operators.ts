import type { OperatorRole } from "@coralhub/contract";

export type DemoOperator = { id: string; email: string; name: string; roles: OperatorRole[]; password: string };

const PASSWORD = "Coral#2026";

/** The sandbox's staff: two in finance and two admins, because nobody approves what they made themselves. No authenticator, so that anyone can try. */
export const DEMO_OPERATORS: readonly DemoOperator[] = [
  {
    id: "0192a000-0000-7000-8000-00000000a001",
    email: "reviewer@coralhub.test",
    name: "周宁",
    roles: ["reviewer"],
    password: PASSWORD,
  },
  {
    id: "0192a000-0000-7000-8000-00000000a002",
    email: "finance@coralhub.test",
    name: "许衡",
    roles: ["finance"],
    password: PASSWORD,
  },
  {
    id: "0192a000-0000-7000-8000-00000000a003",
    email: "finance2@coralhub.test",
    name: "沈越",
    roles: ["finance"],
    password: PASSWORD,
  },
  {
    id: "0192a000-0000-7000-8000-00000000a004",
    email: "admin@coralhub.test",
    name: "林望",
    roles: ["admin"],
    password: PASSWORD,
  },
  {
    id: "0192a000-0000-7000-8000-00000000a005",
    email: "admin2@coralhub.test",
    name: "顾岚",
    roles: ["admin"],
    password: PASSWORD,
  },
];

/** Who did it, where a step of the demo world's past was an operator's. */
export const stepBy = ({ id, name, roles }: DemoOperator) => ({ kind: "operator" as const, id, name, roles });
