// The walls between the parts as rules: which folder may look into which. The code is parsed by swc,
// because dependency-cruiser cannot use TypeScript 7, which has no JavaScript API. Without swc it
// would read no TypeScript at all and find every wall intact; the import below then stops it.
// scripts/walls.test.ts proves that every rule fires.
import swcVisitor from '@swc/core/Visitor.js'

const FEATURES =
  'accounts|profile|friends|posts|notifications|mentions|spaces|admin|community|reports|removals|archive'
/**
 * What the product is built of between the platform and its features: they know the product, but
 * none of its features.
 */
const ROOMS_BELOW = 'realtime|images|mail|backups'
// A test, or what only the tests beside it use.
const TEST = '/((test|fake)-[^/]+|[^/]+[.]test)[.]tsx?$'

/**
 * The features whose verb files a server feature may call, besides its own. `admin`, `reports` and `archive`
 * may call any.
 */
const BOTTOM = ['accounts', 'notifications', 'mentions', 'community', 'removals']
const SERVER_NEIGHBOURS = {
  removals: [],
  community: ['accounts'],
  accounts: ['community'],
  mentions: ['accounts'],
  notifications: ['accounts', 'mentions', 'community'],
  friends: BOTTOM,
  spaces: BOTTOM,
  profile: ['friends', ...BOTTOM],
  posts: ['friends', ...BOTTOM],
}

/**
 * @param {string} name
 * @param {string} comment what to do instead, printed beside the breach
 * @param {object} from
 * @param {object} to
 */
function wall(name, comment, from, to) {
  return { name, comment, severity: 'error', from, to }
}

// swc reads `using` but its visitor, which dependency-cruiser walks the code with, stops at it.
const { visitStatement } = swcVisitor.Visitor.prototype
swcVisitor.Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement)
  this.visitVariableDeclarators(statement.decls)
  return statement
}

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    wall(
      'contract-imports-only-zod',
      'The contract describes the wire and nothing else, so both sides can read it.',
      { path: '^contract/', pathNot: TEST },
      { pathNot: '^(contract|node_modules/zod)/' },
    ),
    wall(
      'web-never-imports-server',
      'They meet in contract/ only.',
      { path: '^web/' },
      { path: '^server/' },
    ),
    wall(
      'server-never-imports-web',
      'They meet in contract/ only.',
      { path: '^(server|cli|demo)/' },
      { path: '^web/' },
    ),
    wall(
      'platform-and-ui-know-no-feature',
      'Pass what the feature knows in as an argument.',
      { path: '^(server|web)/(platform|ui)/' },
      { path: `^(server|web)/(${FEATURES}|app|visibility)/|^server/(${ROOMS_BELOW})/` },
    ),
    wall(
      'rooms-below-know-no-feature',
      'Pass what the feature knows in as an argument.',
      { path: `^server/(${ROOMS_BELOW})/`, pathNot: TEST },
      { path: `^server/(${FEATURES}|visibility)/` },
    ),
    wall(
      'visibility-knows-no-feature',
      'The rule of who may see what reads tables; every feature may start its reads from it.',
      { path: '^server/visibility/', pathNot: TEST },
      { path: `^server/(${FEATURES})/` },
    ),
    ...Object.entries(SERVER_NEIGHBOURS).map(([feature, neighbours]) =>
      wall(
        `server-${feature}-neighbours`,
        `server/${feature} may call ${neighbours.join(' and ') || 'no other feature'}.`,
        { path: `^server/${feature}/` },
        {
          path: `^server/(${FEATURES})/`,
          pathNot: `^server/(${[feature, ...neighbours].join('|')})/`,
        },
      ),
    ),
    wall(
      'queries-and-routes-are-private',
      "Call a verb of the other feature: its SQL and its routes are nobody else's.",
      { path: `^server/(${FEATURES})/` },
      { path: `^server/(${FEATURES})/[a-z/-]*(queries|routes)[./]`, pathNot: '^server/$1/' },
    ),
    wall(
      'features-write-by-mutate',
      'A transaction of a feature is a `mutate` or a `createOnce`.',
      { path: `^server/(${FEATURES})/`, pathNot: TEST },
      { path: '^server/platform/database/transaction[.]' },
    ),
    wall(
      'commands-call-verbs',
      "Commands and the demo may call any feature's verbs: its SQL and its routes are nobody else's.",
      { path: '^(cli|demo)/', pathNot: TEST },
      { path: `^server/(${FEATURES})/[a-z/-]*(queries|routes)[./]` },
    ),
    wall(
      'product-knows-no-tool',
      'What the server needs as well belongs in a feature or on the platform.',
      { path: '^(contract|server|web)/' },
      { path: '^(cli|demo|capacity|bench)/' },
    ),
    wall(
      'demo-knows-no-command',
      'The command calls the demo: pass what it needs in as an argument.',
      { path: '^demo/' },
      { path: '^cli/' },
    ),
    wall(
      'capacity-stands-alone',
      'It calculates from measured figures; what measures them is in bench/.',
      { path: '^capacity/', pathNot: TEST },
      { pathNot: '^capacity/' },
    ),
    wall(
      'web-features-meet-in-app',
      'Features meet in web/app; friends and posts open the profile modal.',
      { path: `^web/(${FEATURES})/` },
      { path: `^web/(${FEATURES})/`, pathNot: ['^web/$1/', '^web/profile/profile-modal'] },
    ),
    wall(
      'only-friends-and-posts-open-the-profile-modal',
      'Other features link to the profile.',
      { path: `^web/(${FEATURES})/`, pathNot: '^web/(friends|posts|profile)/' },
      { path: '^web/profile/profile-modal' },
    ),
    wall(
      'a-component-never-fetches',
      'Put the request in an api.ts, or a file whose name ends so; what it rejects with is in api-error.ts.',
      { path: '^web/.*[.]tsx$', pathNot: TEST },
      { path: '^web/platform/api-client[.]ts$' },
    ),
    wall(
      'http-by-its-own-module',
      "Take it from server/platform/http/node-http.ts, which says what an import of Node's costs.",
      { path: '^(contract|server)/', pathNot: TEST },
      { path: '^(node:)?http$', dependencyTypesNot: ['type-only'] },
    ),
    wall(
      'decoding-loads-no-zod',
      'It would double the memory of the process. What both need stands apart from the schemas.',
      { path: '^server/images/decoding/decoding-process[.]ts$' },
      { path: '/zod/', reachable: true },
    ),
    wall('no-circle', 'Move what both need below both.', {}, { circular: true }),
    wall(
      'no-orphan',
      'Nothing imports it and it imports nothing: delete it.',
      { orphan: true, pathNot: '^web/public/' },
      {},
    ),
    wall(
      'product-needs-no-dev-dependency',
      'What the running product imports belongs in dependencies.',
      { path: '^(contract|server|web|cli|demo)/', pathNot: TEST },
      { dependencyTypes: ['npm-dev'] },
    ),
    wall(
      'product-knows-no-test',
      'Tests, benches and scripts look at the product, not the reverse.',
      { path: '^(contract|server|web|cli|demo)/', pathNot: TEST },
      { path: ['^(tests|bench|scripts)/', TEST] },
    ),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|test-results)/' },
  },
}
