/**
 * Tests that stand in for the browser or its clock by changing their process: each gets one of its own. All others share
 * theirs with the files after them, because loading pages, contract and domain anew for each takes longer than the tests.
 */
export const OWN_PROCESS: readonly string[] = [
  "packages/ui/src/browser/query.test.ts",
  "packages/ui/src/use-timing.test.tsx",
  "apps/web/src/platform/api.test.ts",
  "apps/web/src/platform/early-answers.test.ts",
  "apps/web/src/platform/platform.test.ts",
  "apps/web/src/platform/upload.test.ts",
  "apps/web/src/features/cards/take-back-copies.test.ts",
  "apps/web/src/features/home/glance.test.tsx",
];
