// Brings the parts of the tray together: what the agent says becomes icon, menu and notifications; clicks become deeds.
import type { AgentStatus, AgentMethod, AgentCall, AgentReplyData } from '../contract/agent-api.ts'
import type { Clock } from '@pharmacy-relay/shared/clock.ts'
import { labelNumber } from '@pharmacy-relay/shared/labels/label-number.ts'
import type { Summary } from '@pharmacy-relay/shared/summary-codes.ts'
import { summaryOf, summaryOfSilence } from '../contract/summary.ts'
import type { PrintJob } from '@pharmacy-relay/shared/print-job.ts'
import { languageOf, texts, type Language, type Texts } from '@pharmacy-relay/shared/texts/index.ts'
import type { Seen } from './agent-watch.ts'
import { saidOf, shouldGiveWay, shouldStartOwn } from './attach.ts'
import { noticeText, problemText, type NoticeText } from './notice-text.ts'
import { notice, NOTHING_NOTICED, type Noticed } from './notifications.ts'
import { trayView, type TrayAct, type TrayView } from './tray-menu.ts'
import { hashOfLabel, PAIRING } from './window-hashes.ts'

export interface TrayAppParts {
  readonly clock: Clock
  /** Tags of the languages that this user has set up, the first first. */
  readonly languages: () => readonly string[]
  readonly show: (view: TrayView) => void
  readonly notify: (text: NoticeText) => void
  readonly openWindow: (hash: string) => void
  readonly ask: <M extends AgentMethod>(method: M, params: AgentCall<M>) => Promise<AgentReplyData<M>>
  /** Asks again soon, after something was done. */
  readonly look: () => void
  readonly ownAgent: { isOurs(): boolean; start(): void; stop(): Promise<void> }
  /** Where agents may answer, the service's first. */
  readonly sockets: readonly string[]
  /** Whether a service is installed, though it may be away. */
  readonly hasService: () => Promise<boolean>
  /** Throws ProblemError in words: not everybody may. */
  readonly startService: () => Promise<void>
  readonly quit: () => void
}

/** What the agent is asked for. */
type Deed = Exclude<TrayAct, { kind: 'open' | 'quit' }>

/** Installed or not does not change often, and to ask takes a process. */
const SERVICE_KNOWN_MS = 60_000

export class TrayApp {
  readonly #parts: TrayAppParts
  #noticed: Noticed = NOTHING_NOTICED
  #status: AgentStatus | null = null
  #summary: Summary = summaryOfSilence('starting')
  #language: Language
  #waitsSinceMs: number
  #service: { readonly has: boolean; readonly atMs: number } | null = null
  #isAskingService = false
  #isFirst = true
  /** Deeds under way: a second click is not a second label. */
  readonly #underWay = new Set<string>()

  constructor(parts: TrayAppParts) {
    this.#parts = parts
    this.#waitsSinceMs = parts.clock.monotonicMs()
    this.#language = languageOf('system', parts.languages())
  }

  text(): Texts {
    return texts(this.#language)
  }

  /** As it stands; before the first answer it is starting. */
  view(): TrayView {
    const { printing, help } = this.#status ?? {}
    return trayView(
      {
        summary: this.#summary,
        lastLabel: printing?.lastLabel,
        nowMs: this.#parts.clock.wallMs(),
        canPrint: printing !== undefined && printing.role !== 'None',
        unreadHelp: help?.unread ?? 0,
        isPaused: (printing?.pausedUntil ?? null) !== null,
        ownsAgent: this.#parts.ownAgent.isOurs(),
      },
      this.text(),
    )
  }

  seen(seen: Seen): void {
    this.#status = seen.status
    const { ownAgent, sockets } = this.#parts
    if (seen.silence === null && shouldGiveWay(seen.socket, sockets, ownAgent.isOurs())) {
      this.#service = null
      void ownAgent.stop()
    }
    if (seen.status !== null) this.#language = languageOf(seen.status.language, this.#parts.languages())
    this.#summary = seen.silence === null ? summaryOf(seen.status) : this.#silent(seen)
    this.#parts.show(this.view())
    this.#tell()
    if (this.#isFirst && this.#summary.code === 'unpaired') this.#parts.openWindow(PAIRING)
    if (this.#summary.code !== 'starting') this.#isFirst = false
  }

  act(act: TrayAct): void {
    switch (act.kind) {
      case 'open':
        return this.#parts.openWindow(act.hash)
      case 'quit':
        return this.#parts.quit()
      default:
        void this.#once(act)
    }
  }

  #silent({ silence }: Extract<Seen, { status: null }>): Summary {
    const { ownAgent, clock } = this.#parts
    const waitedMs = clock.monotonicMs() - this.#waitsSinceMs
    const situation = { silence, hasService: this.#hasService(), ownsAgent: ownAgent.isOurs(), waitedMs }
    if (shouldStartOwn(situation)) this.#startOwn()
    return summaryOfSilence(saidOf(situation))
  }

  #startOwn(): void {
    this.#waitsSinceMs = this.#parts.clock.monotonicMs()
    this.#parts.ownAgent.start()
  }

  /** What was found last; null before that. One may have been installed since it was found missing. */
  #hasService(): boolean | null {
    const { clock, hasService, look } = this.#parts
    const nowMs = clock.monotonicMs()
    if (this.#service !== null && nowMs - this.#service.atMs > SERVICE_KNOWN_MS) this.#service = null
    if (!this.#isAskingService && this.#service === null) {
      this.#isAskingService = true
      void hasService()
        .then((has) => (this.#service = { has, atMs: clock.monotonicMs() }))
        .finally(() => {
          this.#isAskingService = false
          look()
        })
    }
    return this.#service?.has ?? null
  }

  #tell(): void {
    const failed = this.#status?.printing.labels.failed ?? null
    const help = this.#status?.help ?? null
    const sight = { summary: this.#summary, failed, help, nowMs: this.#parts.clock.monotonicMs() }
    const { noticed, notices } = notice(this.#noticed, sight)
    this.#noticed = noticed
    for (const each of notices) this.#parts.notify(noticeText(each, this.text()))
  }

  async #once(act: Deed): Promise<void> {
    if (this.#underWay.has(act.kind)) return
    this.#underWay.add(act.kind)
    try {
      await this.#ask(act)
    } catch (error) {
      this.#parts.notify(problemText(error, act, this.text()))
    } finally {
      this.#underWay.delete(act.kind)
      this.#parts.look()
    }
  }

  async #ask(act: Deed): Promise<void> {
    switch (act.kind) {
      case 'test':
        return this.#sayUnlessPrinted(await this.#parts.ask('test', null))
      case 'reprint':
        await this.#parts.ask('reprint', { job: act.ref, count: null })
        return undefined
      case 'pause':
        await this.#parts.ask('pause', { minutes: act.minutes })
        return undefined
      case 'start':
        if (!this.#parts.ownAgent.isOurs() && this.#hasService() !== false) return this.#parts.startService()
        // One that does not answer, or waits for its next try, ends first.
        await this.#parts.ownAgent.stop()
        return this.#startOwn()
      case 'resume':
        await this.#parts.ask('resume', null)
        return undefined
      default:
        return act satisfies never
    }
  }

  /** Whoever asked for a test label sees it come out; what became of it otherwise is said. */
  #sayUnlessPrinted(job: PrintJob): void {
    const { id, state } = job
    if (state === 'printed' || state === 'sent_to_printer' || state === 'forwarded') return
    const t = this.text()
    this.#parts.notify({
      title: t.tray.test,
      body: t.tray.printed(labelNumber(job), t.printing.testLabelStates[state]),
      hash: hashOfLabel(id),
    })
  }
}
