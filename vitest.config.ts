import { defineConfig } from "vitest/config";

/** Everything below needs PostgreSQL; the rest must run without it, so that the quick check stays quick. */
const NEEDS_DATABASE = [
  "apps/server/src/**/*.test.ts",
  "packages/testkit/src/**/*.test.ts",
  "tools/guards/database/**/*.test.ts",
  "bench/**/*.test.ts",
];

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
        test: { name: "api", include: NEEDS_DATABASE, globalSetup: ["packages/testkit/src/vitest-postgres.ts"] },
      },
    ],
  },
});
