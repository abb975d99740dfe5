import { defineConfig } from "vitest/config";

/** Everything below needs PostgreSQL; the rest must run without it, so that the quick check stays quick. */
const NEEDS_DATABASE = [
  "apps/server/src/**/*.test.ts",
  "packages/testkit/src/**/*.test.ts",
  "tools/guards/database/**/*.test.ts",
  "bench/**/*.test.ts",
];
/** These kill servers or compare times: they mean something only while nothing else keeps the machine busy. */
const NEEDS_QUIET = [
  "apps/server/src/main.test.ts",
  "apps/server/src/modules/identity/sign-in-flood.test.ts",
  "apps/server/src/platform/embedded-postgres/*.test.ts",
  "bench/ledger/soak.test.ts",
];
const POSTGRES = ["packages/testkit/src/vitest-postgres.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [
            "packages/{domain,contract}/src/**/*.test.ts",
            "packages/ui/src/**/*.test.{ts,tsx}",
            "apps/{web,console}/src/**/*.test.{ts,tsx}",
            "apps/{web,console}/build/**/*.test.ts",
            "tools/**/*.test.ts",
          ],
          exclude: ["**/node_modules/**", "tools/guards/database/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "api",
          include: NEEDS_DATABASE,
          exclude: ["**/node_modules/**", ...NEEDS_QUIET],
          globalSetup: POSTGRES,
        },
      },
      {
        extends: true,
        test: { name: "alone", include: NEEDS_QUIET, fileParallelism: false, maxWorkers: 1, globalSetup: POSTGRES },
      },
    ],
  },
});
