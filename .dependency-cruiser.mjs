/**
 * Who may import whom. Read from the bottom of the house upwards:
 * domain ← contract ← { ui, web, console, server };
 * in a browser app { ui, platform } ← features ← app; in the server platform ← { modules, rails, http } ← app.
 */
const forbid = (name, comment, from, to) => ({ name, comment, severity: "error", from, to });

/** Tests, and what only tests use: `*-fixture.ts` beside them. */
const FIXTURES = "-fixture\\.tsx?$";
const TESTS = `\\.test\\.tsx?$|${FIXTURES}|^packages/testkit/|^e2e/|^bench/|^tools/`;
const APPS = "^apps/(web|console)/src";

export default {
  forbidden: [
    forbid(
      "no-cycles",
      "two files that need each other are one file, or hide a third; types alone need nothing when the program runs",
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    ),
    forbid("resolvable", "every import leads somewhere", {}, { couldNotResolve: true, pathNot: "^virtual:" }),
    forbid(
      "domain-is-pure",
      "the domain knows nothing above it",
      { path: "^packages/domain/src", pathNot: TESTS },
      { path: "^(packages/(?!domain/)|apps/)" },
    ),
    forbid(
      "domain-has-no-machine",
      "facts need no operating system",
      { path: "^packages/(domain|contract)/src", pathNot: TESTS },
      { dependencyTypes: ["core"] },
    ),
    forbid(
      "contract-on-domain-only",
      "the contract stands on the domain",
      { path: "^packages/contract/src", pathNot: TESTS },
      { path: "^(packages/(?!domain/|contract/)|apps/)" },
    ),
    forbid(
      "ui-below-apps",
      "the design system knows no app",
      { path: "^packages/ui/src", pathNot: TESTS },
      { path: "^(apps/|packages/testkit/)" },
    ),
    forbid(
      "browser-without-machine",
      "pages cannot use Node",
      { path: "^(packages/ui|apps/(web|console))/src", pathNot: TESTS },
      { dependencyTypes: ["core"] },
    ),
    forbid(
      "apps-apart",
      "apps meet only through the contract",
      { path: "^apps/([^/]+)/", pathNot: TESTS },
      { path: "^apps/", pathNot: "^apps/$1/" },
    ),
    forbid(
      "testkit-in-tests-only",
      "the product does not contain its tests",
      { path: "^(apps|packages)/", pathNot: TESTS },
      { path: "^packages/testkit/" },
    ),
    forbid(
      "fixtures-in-tests-only",
      "the product does not contain its tests",
      { path: "^(apps|packages)/", pathNot: TESTS },
      { path: FIXTURES },
    ),
    forbid(
      "browser-platform-first",
      "platform knows neither features nor app",
      { path: `${APPS}/platform/`, pathNot: TESTS },
      { path: `${APPS}/(features|app)/` },
    ),
    forbid(
      "features-below-app",
      "a feature does not know where it is mounted",
      { path: `${APPS}/features/`, pathNot: TESTS },
      { path: `${APPS}/app/` },
    ),
    forbid(
      "features-apart",
      "features do not import each other",
      { path: "^apps/(web|console)/src/features/([^/]+)/" },
      { path: "^apps/$1/src/features/", pathNot: "^apps/$1/src/features/$2/" },
    ),
    forbid(
      "server-platform-first",
      "the platform holds no business and knows nobody above it",
      { path: "^apps/server/src/platform/", pathNot: TESTS },
      { path: "^apps/server/src/(modules|rails|http|[^/]+\\.ts$)" },
    ),
    forbid(
      "modules-without-web",
      "a module does not know the web framework",
      { path: "^apps/server/src/(modules|rails)/", pathNot: TESTS },
      { path: "^apps/server/src/(http/|[^/]+\\.ts$)|node_modules/(@fastify|fastify)/" },
    ),
    forbid(
      "http-without-business",
      "the web layer mounts tables and knows no module",
      { path: "^apps/server/src/http/", pathNot: TESTS },
      { path: "^apps/server/src/(modules|rails)/" },
    ),
    forbid(
      "modules-by-their-door",
      "modules meet only through each other's index.ts; who may use a fixture is said above",
      { path: "^apps/server/src/modules/([^/]+)/" },
      { path: "^apps/server/src/modules/", pathNot: ["^apps/server/src/modules/($1/|[^/]+/index\\.ts$)", FIXTURES] },
    ),
    forbid(
      "rails-by-their-door",
      "the outside world is known by its interface",
      { path: "^apps/server/src/modules/", pathNot: TESTS },
      { path: "^apps/server/src/rails/", pathNot: "^apps/server/src/rails/[^/]+/index\\.ts$" },
    ),
    forbid(
      "rails-by-type",
      "modules are given a rail; they do not make one",
      { path: "^apps/server/src/modules/", pathNot: TESTS },
      { path: "^apps/server/src/rails/", dependencyTypesNot: ["type-only"] },
    ),
    forbid(
      "rails-know-no-module",
      "a rail carries; it does not decide",
      { path: "^apps/server/src/rails/", pathNot: TESTS },
      { path: "^apps/server/src/modules/" },
    ),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/dist/|\\.cache/" },
    parser: "swc",
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
};
