import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { OWN_PROCESS } from "./tools/runner/own-process.ts";

/** Everything below needs PostgreSQL; the rest must run without it, so that the quick check stays quick. */
const NEEDS_DATABASE = [
  "apps/server/src/**/*.test.ts",
  "packages/testkit/src/**/*.test.ts",
  "packages/sdk/src/newcomer.test.ts",
  "packages/sdk/src/operations.test.ts",
  "tools/guards/database/**/*.test.ts",
  "tools/simulate/*.test.ts",
  "bench/**/*.test.ts",
];
/** These kill servers, compare times or weigh memory: that means something only in a process of their own on a quiet machine. */
const NEEDS_QUIET = [
  "apps/server/src/main.test.ts",
  "apps/server/src/modules/identity/sign-in-flood.test.ts",
  "apps/server/src/platform/embedded-postgres/*.test.ts",
  "apps/server/src/platform/file-content.test.ts",
  "apps/server/src/small-pool.test.ts",
  "bench/failover/failover.test.ts",
  "bench/ledger/soak.test.ts",
];
/** The longest, longest first: begun before all others, so that none is left over while the other core has nothing to do. */
const LONG = [
  "simulate/fixed-lives",
  "src/bad-input",
  "payouts/killed",
  "database/capability",
  "deposits/five-years",
  "orders/uploads",
  "src/restore-check",
  "src/newcomer",
  "developer/killed",
  "src/reseal",
  "ledger/ledger-properties",
].map((name) => `/${name}.test.ts`);
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONG.length : at;
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
const POSTGRES = ["packages/testkit/src/vitest-postgres.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // How long something may take to show is a matter of the machine; who promises a time says so at the place.
    expect: { poll: { timeout: 15_000, interval: 20 } },
    allowOnly: false,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/{domain,contract}/src/**/*.test.ts",
            "packages/sdk/src/client.test.ts",
            "packages/ui/src/**/*.test.{ts,tsx}",
            "apps/{web,console}/src/**/*.test.{ts,tsx}",
            "apps/{web,console}/build/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "tools/guards/database/**", "tools/simulate/**", ...OWN_PROCESS],
          isolate: false,
          restoreMocks: true,
        },
      },
      { extends: true, test: { name: "unit-own", include: [...OWN_PROCESS] } },
      {
        extends: true,
        test: {
          name: "api",
          include: NEEDS_DATABASE,
          exclude: ["**/node_modules/**", ...NEEDS_QUIET],
          globalSetup: POSTGRES,
          // Loading the server anew for each file took as long as half the tests. So a file must leave nothing behind:
          // servers closed, spies taken back (below), no module replaced; what it needs to replace is handed in.
          isolate: false,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: { name: "alone", include: NEEDS_QUIET, fileParallelism: false, maxWorkers: 1, globalSetup: POSTGRES },
      },
    ],
  },
});
