/** What a step found. A step without tests of its own counts as one. */
export type Outcome = { passed: number; failed: number; skipped: number; output: string; refused?: Refused[] };

/** A test that failed and why, in few lines: told once more at the very end, where a reader of a long log looks first. */
export type Refused = { test: string; why: string };

export type Step = { name: string; run: () => Promise<Outcome> };

export const fromProblems = (problems: string[]): Outcome =>
  problems.length === 0
    ? { passed: 1, failed: 0, skipped: 0, output: "" }
    : { passed: 0, failed: 1, skipped: 0, output: problems.join("\n") };
