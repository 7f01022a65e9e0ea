// The campaign: two computers under real launchers take one update after the other, while labels flow and things are killed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { assigned } from '../../../kit/agent-jobs.ts'
import { diceOf } from '../../../kit/dice.ts'
import { booksOf, senders, settles } from '../../../kit/labels.ts'
import { liveOn, type LivingProcess } from '../kills/lives.ts'
import { openPharmacy, type AgentName, type Pharmacy } from '../../../kit/pharmacy.ts'
import { judge } from '../../../kit/account.ts'
import type { HandedIn } from '../../../kit/books.ts'
import { firstAssigned } from '../../../kit/pairing.ts'
import { startPublisher, type TestPublisher } from '../../../updates/test-publisher.ts'
import { ComputerLife, type Kill } from './computer-life.ts'
import { gapsByCause, type BadPeriod } from './gap-causes.ts'
import { reachesVersion, leavesVersion, type Updated } from './progress.ts'
import type { UpdateCampaignResult } from './report.ts'
import { BAD_KINDS, buildTemplate, madeFolder, makeBad, makeVersion } from './versions.ts'
import { watchListener, type Gap } from './watch.ts'

const FIRST_VERSION = '1.0.0'
const COMPUTERS: readonly AgentName[] = ['printer', 'client']
const SETTLE_LIMIT_MS = 300_000
/** Short, so that a version that hangs does not cost a minute, and long for a machine that is busy. */
const LIMITS = { Launcher__ReadySeconds: '10', Launcher__ProvingSeconds: '20' }
const PROGRESS_MS = 10_000

export interface UpdateCampaignOptions {
  /** Versions that both computers must come to, one after the other. */
  readonly updates: number
  readonly seed: number
  /** So many of these come after a version that does not work; 0: none. */
  readonly badEvery: number
  /** Seconds between two kills of one computer: from a third of it to five thirds. */
  readonly killEvery: number
  /** Of one computer, then none; a busy machine would otherwise kill what never has the time to start. */
  readonly mostKills: number
  readonly keepFolders: boolean
  /** Whose addresses it has: 127.0.60 and more. */
  readonly index: number
}

interface Rig {
  readonly options: UpdateCampaignOptions
  readonly folder: string
  readonly template: string
  readonly publisher: TestPublisher
  readonly pharmacy: Pharmacy
  readonly lives: Readonly<Record<AgentName, ComputerLife>>
  readonly events: Events
}

interface Events {
  readonly kills: Record<AgentName, Kill[]>
  readonly faults: string[]
  readonly updated: Updated[]
  readonly bad: BadPeriod[]
  readonly sent: HandedIn[]
}

export async function runUpdateCampaign(
  options: UpdateCampaignOptions,
  say: (text: string) => void,
): Promise<UpdateCampaignResult> {
  const startedAt = performance.now()
  const folder = mkdtempSync(path.join(tmpdir(), 'relay-updates-'))
  const rig = await openRig(options, folder, say)
  const progress = setInterval(() => say(progressText(rig, startedAt)), PROGRESS_MS)
  let hub: LivingProcess | null = null
  try {
    hub = await firstAssigned(rig.pharmacy, async () => startHub(rig.pharmacy))
    const gaps = await updatesUnderTrouble(rig)
    const isSettled = await settles(rig.pharmacy, SETTLE_LIMIT_MS)
    const verdict = judge(await booksOf(rig.pharmacy, rig.events.sent))
    const seconds = (performance.now() - startedAt) / 1_000
    const { updated, faults, bad, kills } = rig.events
    return { ...options, seconds, isSettled, verdict, updated, faults, bad, kills, gaps }
  } finally {
    clearInterval(progress)
    await Promise.all([...COMPUTERS.map(async (name) => rig.lives[name].stop()), hub?.stop()])
    await rig.pharmacy.stop(options.keepFolders)
    rig.publisher.stop()
    if (options.keepFolders) say(`update campaign: what is left: ${folder} and ${rig.pharmacy.folder}`)
    else rmSync(folder, { recursive: true, force: true })
  }
}

async function openRig(
  options: UpdateCampaignOptions,
  folder: string,
  say: (text: string) => void,
): Promise<Rig> {
  const template = madeFolder(folder, 'template')
  await buildTemplate(template)
  const install = makeVersion(template, path.join(folder, 'install'), FIRST_VERSION)
  const publisher = await startPublisher(madeFolder(folder, 'www'))
  const file = path.join(install, 'agent.mjs')
  const pharmacy = await openPharmacy(options.index, { file, seed: options.seed, without: null, say })
  const events: Events = { kills: { printer: [], client: [] }, faults: [], updated: [], bad: [], sent: [] }
  const life = (name: AgentName): ComputerLife => {
    const { name: host, start } = pharmacy.computers[name]
    const updates = { Agent__UpdateUrl: publisher.url, Agent__UpdateKey: publisher.publicKey, ...LIMITS }
    return new ComputerLife({
      start: {
        ...start,
        name: host,
        args: [path.join(install, 'launcher.mjs')],
        environment: { ...start.environment, ...updates },
      },
      onKill: (kill) => void events.kills[name].push(kill),
      onFault: (text) => void events.faults.push(text),
    })
  }
  const lives = { printer: life('printer'), client: life('client') }
  return { options, folder, template, publisher, pharmacy, lives, events }
}

async function startHub({ hub, address }: Pharmacy): Promise<LivingProcess> {
  const { name, listener, start } = hub
  const nobodyDies = { plannedKills: [], onDeath: () => undefined }
  return liveOn({ process: 'hub', name, start, listener, from: address(9), ...nobodyDies })
}

/** Resolves with the times without an agent, of each computer. */
async function updatesUnderTrouble(rig: Rig): Promise<UpdateCampaignResult['gaps']> {
  const { pharmacy, lives, events, options } = rig
  const [sending, killing, watching] = [new AbortController(), new AbortController(), new AbortController()]
  const labels = senders(pharmacy, {
    index: 0,
    seed: options.seed,
    signal: sending.signal,
    onSent: (one) => void events.sent.push(one),
  })
  const watches = COMPUTERS.map(async (name, n) => {
    const { listener } = pharmacy.computers[name]
    return watchListener({ listener, from: pharmacy.address(40 + n), signal: watching.signal })
  })
  const kills = COMPUTERS.map(async (name) =>
    lives[name].killUntil(killing.signal, {
      dice: diceOf(options.seed, `kills-${name}`),
      everySeconds: options.killEvery,
      most: options.mostKills,
    }),
  )
  try {
    await allUpdates(rig)
  } finally {
    killing.abort()
    await Promise.all(kills)
    // What the last kill ended is back before the end of the watch, or it counts.
    await Promise.all(COMPUTERS.map(async (name) => assigned(pharmacy.computers[name])))
    sending.abort()
    watching.abort()
    await Promise.all(labels)
  }
  const [printer = [], client = []]: Gap[][] = await Promise.all(watches)
  return gapsByCause({ printer, client }, events)
}

async function allUpdates(rig: Rig): Promise<void> {
  const { updates, badEvery, seed } = rig.options
  const dice = diceOf(seed, 'versions')
  let patch = 0
  const nextVersion = (): string => `1.0.${(patch += 1)}`
  for (let n = 1; n <= updates; n += 1) {
    if (badEvery > 0 && n % badEvery === 0) await badUpdate(rig, nextVersion(), dice.oneOf(BAD_KINDS))
    await goodUpdate(rig, nextVersion())
    await delay(dice.between(0, 1_500))
  }
}

async function goodUpdate(rig: Rig, version: string): Promise<void> {
  const { pharmacy, publisher, template, folder, events } = rig
  await publisher.publish(makeVersion(template, path.join(folder, 'next'), version))
  const { computers } = pharmacy
  events.updated.push(
    ...(await Promise.all(COMPUTERS.map(async (name) => reachesVersion(computers[name], version)))),
  )
}

async function badUpdate(rig: Rig, version: string, kind: BadPeriod['kind']): Promise<void> {
  const { pharmacy, publisher, template, folder, events } = rig
  const next = makeVersion(template, path.join(folder, 'next'), version)
  makeBad(next, kind)
  const fromMs = performance.now()
  await publisher.publish(next)
  const { computers } = pharmacy
  const codes = await Promise.all(COMPUTERS.map(async (name) => leavesVersion(computers[name], version)))
  events.bad.push({ kind, codes, fromMs, toMs: performance.now() })
}

function progressText({ events, options }: Rig, startedAt: number): string {
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  const { updated, kills, sent, bad } = events
  const done = `${updated.length / COMPUTERS.length} of ${options.updates} updates, ${bad.length} bad versions`
  return `update campaign: ${seconds} s, ${done}, ${kills.printer.length + kills.client.length} kills, ${sent.length} labels sent`
}
