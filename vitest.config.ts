// Vitest: every *.test.ts beside the code; the browser stories in tests/e2e belong to Playwright.
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { shareCompiledCode } from './scripts/testing/compiled-code.ts'

shareCompiledCode()

/** The longest: one that begins last would run alone at the end. Those that mostly wait stand between those that work. */
const FIRST = [
  'agent/core/app/standby-printer.test.ts',
  'tests/platform/one-platform.test.ts',
  'tests/campaigns/presence-model/fleet.short.test.ts',
  'tests/platform/one-demo.test.ts',
  'tests/link/standby-killed.test.ts',
  'tests/campaigns/fault-campaign/kills/failpoints.short.test.ts',
  'agent/core/app/why-labels-wait.test.ts',
  'tests/campaigns/presence-model/left-out.short.test.ts',
  'tests/versions/talk/hub-talk.test.ts',
  'tests/campaigns/fault-campaign/kills/kills.short.test.ts',
  'tests/platform/two-portals.test.ts',
  'tests/campaigns/sweep/sweep.short.test.ts',
  'scripts/agent.test.ts',
  'tests/window/screens.test.ts',
  'agent/core/app/printer-off.test.ts',
  'tests/window/pages.test.ts',
  'tests/window/troubles.test.ts',
]
/** Whole campaigns, small: `npm run verify:campaigns`. They start programs again and again, which a run of all tests has no time for. */
const SHORT_FORMS = 'tests/campaigns/**/*.short.test.ts'
/** There they take more of the same than in each run: phones, samples, causes, kills, ends of access. */
const LONGER_THERE = [
  'relay-server/auth/constant-time.test.ts',
  'relay-server/pharmacy-api/imports/real-list.test.ts',
  'tests/platform/one-demo.test.ts',
  'tests/platform/store-sms-alike.test.ts',
  'tests/relay/revocation.test.ts',
  'tests/spool/spool-kill.test.ts',
]
const BESIDE_CODE = '{shared,agent,relay-server,portal,operations,scripts}/**/*.test.{ts,tsx}'
/** Of the tests of whole programs those that start none: a process for each took longer than they do. */
const STARTS_NOTHING = [
  'tests/kit/*.test.ts',
  'tests/campaigns/**/{report,verdict,spans,replay,batch-file}.test.ts',
  'tests/campaigns/sweep/labels.test.ts',
  'tests/campaigns/{canary/canary,guesses/guesses,planted-faults/planted-faults}.test.ts',
  'tests/campaigns/fault-campaign/{paper/paper,updates/updates}.test.ts',
  'tests/campaigns/support-lives/support-lives.test.ts',
  'tests/hardware/{judgement,suite-labels}.test.ts',
  'tests/window/seen-label.test.ts',
]
/**
 * Tests of whole programs that were seen to leave their process as they found it. One process for several spares each some 2 s of
 * processor time, in which it would load what the one before had loaded. A file that fakes the clock or measures memory stays out.
 */
const LEAVE_NO_TRACE = [
  'tests/link/*.test.ts',
  'tests/platform/{address-sign-in,code-by-sms,customer-sign-in,device-sign-in,killed-with-a-label}.test.ts',
  'tests/platform/{one-demo,one-platform,patient-sms,patient-sms-kept,pharmacist-at-agent}.test.ts',
  'tests/platform/{prescription-at-agent,prescription-over-hub,production-together,scanner-page,scans-at-agent}.test.ts',
  'tests/platform/{sms-opt-out,sms-opt-out-page,store-sms,store-sms-limits,two-commands,two-portals}.test.ts',
  'tests/platform/storefront{,-kept,-people,-wall}.test.ts',
  'tests/relay/{office-returns,several-hubs}.test.ts',
  'tests/versions/{later-assignment,talk/hub-talk,talk/link-talk}.test.ts',
  'tests/window/*.test.ts',
]
const NOT_HERE = [...configDefaults.exclude, '**/dist/**', 'tests/e2e/**']
/** With the tests of whole programs: they start programs or change their process; each has one to itself. All others share. */
const ALONE = [
  'scripts/*.test.ts',
  'scripts/start/supervisor.test.ts',
  'agent/core/keys/key-store.test.ts',
  'agent/core/spool/store/spool-flush.test.ts',
  'relay-server/store-api/store-hub/session-ends.test.ts',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification): number => {
      const place = FIRST.findIndex((file) => moduleId.endsWith(file))
      return place === -1 ? FIRST.length : place
    }
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['tests/**/*.test.{ts,tsx}', ...ALONE],
          exclude: [...NOT_HERE, SHORT_FORMS, ...STARTS_NOTHING, ...LEAVE_NO_TRACE],
        },
      },
      {
        extends: true,
        test: {
          name: 'programs',
          include: LEAVE_NO_TRACE,
          exclude: [...NOT_HERE, ...STARTS_NOTHING],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'together',
          include: [BESIDE_CODE, ...STARTS_NOTHING],
          exclude: [...NOT_HERE, ...ALONE],
          isolate: false,
        },
      },
      // The run of all tests leaves it out: scripts/tests.ts.
      {
        extends: true,
        test: {
          name: 'campaigns',
          include: [SHORT_FORMS, ...LONGER_THERE],
          exclude: NOT_HERE,
          env: { Tests__Long: 'yes' },
        },
      },
    ],
    // What a passing test prints hides what a failing one says.
    silent: 'passed-only',
    setupFiles: ['scripts/testing/processor-time.setup.ts'],
    globalSetup: ['relay-server/db/test-cluster.global.ts'],
    pool: 'forks',
    // V8 of Node 24 ends a process with threads ("Check failed: jit_page.has_value()") when it frees a wrapper of WebAssembly, such
    // as of fetch's parser, that it compiled anew: without a second compilation (after 1,000 calls) it never frees one. Seen
    // in whole runs, also with --no-memory-protection-keys.
    execArgv: ['--wasm-wrapper-tiering-budget=2147483647'],
    // Tests wait a good part of their time: six at a time, beside the browser stories, keep two cores busy.
    maxWorkers: 6,
    sequence: { sequencer: LongestFirst },
    // They end a hang and measure nothing: other work on the machine may make a test ten times slower.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // What was expected and received is read in the summary, where 40 letters say nothing.
    chaiConfig: { truncateThreshold: 400 },
  },
})
