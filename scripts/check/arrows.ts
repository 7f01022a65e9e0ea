// The arrows between folders: which code may not import what, and why. design: "Layout and arrows".

/** One forbidden arrow. Patterns are regular expressions over paths relative to the repository, with `/`. */
export interface Arrow {
  readonly name: string
  readonly from: string
  /** Files under `from` that are allowed the import; null when there are none. */
  readonly exceptFrom: string | null
  readonly mayNotImport: string
  /** Targets under `mayNotImport` that are allowed; null when there are none. */
  readonly exceptTo: string | null
  /** `import type` leaves nothing at run time, so some arrows let it pass. */
  readonly typesAllowed: boolean
  readonly reason: string
}

const PRODUCTION = '^(shared|agent|relay-server|portal)/'
/** Tests and what exists for them alone: rigs, cases, set-up, folders named test or testing. A test label is for people. */
const TEST_FILES =
  '\\.(test|cases|global)\\.tsx?$|-rig\\.ts$|/(test|testing|test-migrations)/|/test-(?!label[.-])[^/]+\\.ts$'
const SHARED_KITS = '^relay-server/(http|db|auth|hub)/'
const PROGRAMS = ['gateway', 'identity-api', 'store-api', 'pharmacy-api'] as const
const RANKS = [['intake', 'link', 'relay'], ['spool'], ['printers'], ['status']] as const

/** Of the relay hub: each uses those before it. Its root wires them. */
const HUB_FOLDERS = [
  'limits',
  'registry',
  'sessions',
  'admission',
  'requests',
  'presence',
  'relay',
  'mesh',
] as const

/** Every forbidden arrow of the repository. */
export const arrows: readonly Arrow[] = [
  arrow({
    name: 'shared-imports-nothing-of-ours',
    from: '^shared/',
    mayNotImport: '^(agent|relay-server|portal)/',
    reason: 'shared is the contract that everything else builds on; an import back makes a circle',
  }),
  arrow({
    name: 'shared-has-one-dependency',
    from: '^shared/',
    exceptFrom: TEST_FILES,
    mayNotImport: '.',
    exceptTo: '^shared/|(^|/)node_modules/zod/|^(agent|relay-server|portal|scripts|build|tests)/',
    reason: 'shared runs in services, agent and browser alike: zod is its one dependency, and it does no I/O',
  }),
  arrow({
    name: 'agent-stands-alone',
    from: '^agent/',
    mayNotImport: '^(relay-server|portal)/',
    reason: 'the agent is installed at pharmacies; what it has in common with the servers is in shared',
  }),
  arrow({
    name: 'relay-server-stands-alone',
    from: '^relay-server/',
    mayNotImport: '^(agent|portal)/',
    reason: 'the services know devices and the panel by contract only; what they have in common is in shared',
  }),
  arrow({
    name: 'portal-uses-three-kits',
    from: '^portal/',
    mayNotImport: '^(agent|relay-server)/',
    exceptTo: '^relay-server/(hub|http|auth)/',
    reason:
      'the portal reaches the APIs through the gateway; of relay-server it uses hub, http and auth only',
  }),
  arrow({
    name: 'portal-knows-no-storefront',
    from: '^portal/(?!storefront/)',
    mayNotImport: '^portal/storefront/',
    reason: 'the panel goes on without a shop; what both have in common is in the folders of the panel',
  }),
  arrow({
    name: 'storefront-uses-parts-of-the-portal',
    from: '^portal/storefront/',
    mayNotImport: '^portal/',
    exceptTo:
      '^portal/(storefront|assets|http|session|test|views)/|^portal/(upstream|gateway-check|settings)\\.ts$',
    reason:
      'the shop is a program of its own: it takes sessions, forms and files from the portal, and none of its pages or events',
  }),
  ...PROGRAMS.map((program) =>
    arrow({
      name: `${program}-imports-no-other-program`,
      from: `^relay-server/${program}/`,
      mayNotImport: `^relay-server/(${PROGRAMS.filter((other) => other !== program).join('|')})/`,
      reason: 'a service reads another one by HTTP only, so that each can be deployed and changed alone',
    }),
  ),
  arrow({
    name: 'kits-know-no-program',
    from: SHARED_KITS,
    mayNotImport: `^relay-server/(${PROGRAMS.join('|')})/`,
    reason: 'http, db, auth and hub are shared by all programs; they receive what they need as arguments',
  }),
  arrow({
    name: 'hub-has-no-database',
    from: '^relay-server/hub/',
    mayNotImport: '^relay-server/db/',
    reason: 'the hub reaches the registry through an interface; sessions belong to the store API',
  }),
  arrow({
    name: 'hub-and-gateway-write-no-file',
    from: '^relay-server/(hub|gateway)/',
    exceptFrom: TEST_FILES,
    mayNotImport: '^fs(/promises)?$',
    reason: 'what patients are called passes through them, and nothing of it may stay there',
  }),
  ...HUB_FOLDERS.map((_, place) => hubFolder(place)),
  ...RANKS.flatMap((rank, index) => rank.map((folder) => agentRank(folder, index))),
  arrow({
    name: 'window-knows-its-bridge-alone',
    from: '^agent/window/',
    mayNotImport: '^agent/',
    exceptTo: '^agent/(window|contract)/',
    reason:
      'the pages run in a browser; what they know of the agent is its contract, asked through bridge.ts',
  }),
  arrow({
    name: 'contract-imports-nothing-of-the-agent',
    from: '^agent/contract/',
    exceptFrom: TEST_FILES,
    mayNotImport: '^agent/',
    exceptTo: '^agent/contract/',
    reason: 'core, command line, tray and window speak by the contract; an import back makes a circle',
  }),
  arrow({
    name: 'only-electron-imports-electron',
    from: '.',
    // Loaded into Electron by the tray's tests, where there is one.
    exceptFrom: '^agent/electron/|^tests/tray/electron-hook\\.cjs$',
    mayNotImport: packages('electron'),
    reason: 'the agent core is plain Node and must run as a service, where there is no Electron',
  }),
  arrow({
    name: 'sql-stays-in-queries',
    from: '^(shared|agent|relay-server|portal|operations)/',
    exceptFrom: `\\.queries\\.ts$|^relay-server/db/|/migrations/|${TEST_FILES}`,
    mayNotImport: packages('kysely', 'pg'),
    typesAllowed: true,
    reason:
      'SQL is written in *.queries.ts, relay-server/db/ and migrations only, where it is read and tested',
  }),
  arrow({
    name: 'sqlite-stays-in-database',
    from: PRODUCTION,
    exceptFrom: `\\.queries\\.ts$|^agent/core/database/|${TEST_FILES}`,
    mayNotImport: packages('better-sqlite3'),
    typesAllowed: true,
    reason: 'the agent reaches SQLite through agent/core/database and *.queries.ts only',
  }),
  arrow({
    name: 'production-imports-no-tooling',
    from: PRODUCTION,
    mayNotImport: '^(scripts|build|tests)/',
    reason: 'scripts, build and tests are not installed at customers',
  }),
  arrow({
    name: 'programs-know-no-operations',
    from: PRODUCTION,
    mayNotImport: '^operations/',
    reason: 'relayctl installs and looks after the programs from outside; none of them needs it to run',
  }),
  arrow({
    name: 'operations-uses-settings-and-kits',
    from: '^operations/',
    exceptFrom: TEST_FILES,
    mayNotImport: '^(agent|relay-server|portal|scripts|build|tests)/',
    exceptTo: '^relay-server/(db|http|auth)/|/settings\\.ts$',
    reason:
      'of a program relayctl knows its settings alone; whatever it did inside one would run at another version of it',
  }),
  arrow({
    name: 'production-imports-no-test',
    from: PRODUCTION,
    exceptFrom: TEST_FILES,
    mayNotImport: TEST_FILES,
    reason: 'code that exists for tests must not run at customers',
  }),
]

/** In agent/core a job goes intake, link, relay → spool → printers → status: nothing imports back or sideways. */
function agentRank(folder: string, rank: number): Arrow {
  const above = RANKS.slice(0, rank + 1)
    .flat()
    .filter((other) => other !== folder)
  return arrow({
    name: `agent-${folder}-order`,
    from: `^agent/core/${folder}/`,
    mayNotImport: above.length === 0 ? '^$' : `^agent/core/(${above.join('|')})/`,
    reason: `a label goes intake, link, relay → spool → printers → status; ${folder} gets the rest as functions`,
  })
}

function hubFolder(place: number): Arrow {
  const folder = HUB_FOLDERS[place]
  const later = HUB_FOLDERS.slice(place + 1)
  return arrow({
    name: `hub-${folder}-order`,
    from: `^relay-server/hub/${folder}/`,
    exceptFrom: TEST_FILES,
    mayNotImport: `^relay-server/hub/(${['[^/]+\\.ts$', ...later.map((other) => `${other}/`)].join('|')})`,
    reason: `the hub's folders build on each other: ${HUB_FOLDERS.join(', ')}; ${folder} is handed what comes later`,
  })
}

/** Installed or not, at the top or below a workspace, with its types or without. */
function packages(...names: string[]): string {
  const name = `(${names.join('|')})(/|$)`
  return `^${name}|(^|/)node_modules/(@types/)?${name}`
}

type Sketch = Pick<Arrow, 'name' | 'from' | 'mayNotImport' | 'reason'> & Partial<Arrow>

function arrow(sketch: Sketch): Arrow {
  return { exceptFrom: null, exceptTo: null, typesAllowed: false, ...sketch }
}
