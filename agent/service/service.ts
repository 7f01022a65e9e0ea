// `agent service …`: installs, starts, stops and removes the agent as a service of the system, and looks how it is.
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { PairingAnswer } from '@pharmacy-relay/shared/pairing.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { askAgent, NotRunningError } from '../contract/socket-client.ts'
import { AGENT_FILE } from '../launcher/layout.ts'
import { carryOut } from './carry-out.ts'
import { pairInstalled, type Pairing } from './install-pairing.ts'
import { isPortFree } from './port-check.ts'
import type { InstallRequest, ServiceState, ServiceSystem } from './service-system.ts'
import type { Step } from './step.ts'
import { countWaitingLabels } from './waiting-labels.queries.ts'

export interface InstallOrder extends Omit<InstallRequest, 'wasInstalled'> {
  /** In place of one that is installed; its data stays. */
  readonly again: boolean
  readonly pair: Pairing | null
}

export interface ServiceResult {
  readonly state: ServiceState
  /** What could not be done and need not be, and what a person should know, in words. */
  readonly remarks: readonly string[]
  /** Null: nobody asked for it, or it was paired before, which is a remark. */
  readonly paired: PairingAnswer | null
}

/** Of a computer that is busy with its own start. */
const ANSWER_LIMIT_MS = 60_000
const ASK_EVERY_MS = 250

export class Service {
  readonly system: ServiceSystem

  constructor(system: ServiceSystem) {
    this.system = system
  }

  async installPlan(order: InstallOrder): Promise<Step[]> {
    const { isInstalled } = await this.system.look()
    const removal = isInstalled && order.again ? this.system.removePlan({ keepData: true }) : []
    return [
      ...removal,
      ...(await this.system.installPlan({ ...order, wasInstalled: isInstalled })),
      ...this.system.startPlan(),
    ]
  }

  /**
   * Installs, starts and, where asked, pairs. Throws ProblemError role_not_allowed, not_found (files), state_conflict
   * (installed already, or an agent runs), unavailable (a step failed: nothing is left of it; or it does not come up), and
   * as `pairInstalled`: then it is installed and runs.
   */
  async install(order: InstallOrder): Promise<ServiceResult> {
    await this.#expectRights()
    expectFiles(order)
    const { isInstalled } = await this.system.look()
    if (isInstalled && !order.again)
      throw conflict(
        'The service is installed already. To install it anew, with its data: service install --again',
      )
    if (!isInstalled && (await this.#isAnswering()))
      throw conflict(
        'An agent runs here that is no service. Quit the tray app, or: agent stop. Then try again',
      )
    const remarks = isInstalled ? await this.#do(this.system.removePlan({ keepData: true })) : []
    const isFree = await isPortFree(order.port)
    try {
      remarks.push(
        ...(await this.#do(await this.system.installPlan({ ...order, wasInstalled: isInstalled }))),
      )
    } catch (error) {
      await this.#do(this.system.removePlan({ keepData: true })).catch(() => [])
      throw error
    }
    if (!isFree) remarks.push(takenText(order.port))
    remarks.push(...(await this.#startAndWait()))
    const paired = order.pair === null ? null : await pairInstalled(order.pair, this.#agent(order))
    remarks.push(...(paired?.remarks ?? []))
    return { state: await this.system.look(), remarks, paired: paired?.answer ?? null }
  }

  /** Throws ProblemError role_not_allowed, not_found (not installed), unavailable. */
  async start(): Promise<ServiceResult> {
    await this.#expectInstalled()
    const remarks = await this.#startAndWait()
    return { state: await this.system.look(), remarks, paired: null }
  }

  /** Throws as `start`. */
  async stop(): Promise<ServiceResult> {
    await this.#expectInstalled()
    const remarks = await this.#do(this.system.stopPlan())
    return { state: await this.system.look(), remarks, paired: null }
  }

  /** Throws as `start`. */
  async restart(): Promise<ServiceResult> {
    await this.stop()
    return this.start()
  }

  removePlan(keepData: boolean): Step[] {
    return this.system.removePlan({ keepData })
  }

  /** Labels that would be lost with the data; null when that cannot be told. */
  async waitingLabels(): Promise<number | null> {
    try {
      const { printing } = await askAgent(this.system.controlSocket, 'status', null)
      return printing.labels.waiting + printing.labels.held + printing.labels.unknown
    } catch (error) {
      return error instanceof NotRunningError ? countIn(this.system.dataFolder) : null
    }
  }

  /** Throws as `start`. */
  async remove(keepData: boolean): Promise<ServiceResult> {
    await this.#expectInstalled()
    const remarks = await this.#do(this.removePlan(keepData))
    return { state: await this.system.look(), remarks, paired: null }
  }

  async #do(steps: readonly Step[]): Promise<string[]> {
    return carryOut(steps, this.system.services)
  }

  async #startAndWait(): Promise<string[]> {
    const limit = performance.now() + ANSWER_LIMIT_MS
    const remarks = await this.#do(this.system.startPlan()).catch(async (error: unknown) => {
      throw await this.#notUp(error instanceof Error ? error.message : String(error))
    })
    while (!(await this.#isAnswering())) {
      if (performance.now() > limit)
        throw await this.#notUp(`It did not answer within ${ANSWER_LIMIT_MS / 1_000} s.`)
      await delay(ASK_EVERY_MS)
    }
    return remarks
  }

  async #notUp(why: string): Promise<ProblemError> {
    const lines = await this.system.lastLines()
    const logged = lines.length === 0 ? 'It logged nothing.' : `It logged last:\n${lines.join('\n')}`
    return new ProblemError(
      'unavailable',
      `The service is installed, but does not come up. ${why}\n${logged}`,
    )
  }

  #agent({ node, installFolder }: InstallOrder) {
    const { controlSocket, command } = this.system
    return { controlSocket, command: command ?? `"${node}" "${path.join(installFolder, AGENT_FILE)}"` }
  }

  async #isAnswering(): Promise<boolean> {
    return askAgent(this.system.controlSocket, 'status', null).then(
      () => true,
      () => false,
    )
  }

  async #expectRights(): Promise<void> {
    const refusal = await this.system.refusal()
    if (refusal !== null) throw new ProblemError('role_not_allowed', refusal)
  }

  async #expectInstalled(): Promise<void> {
    await this.#expectRights()
    const { isInstalled } = await this.system.look()
    if (!isInstalled) throw new ProblemError('not_found', 'The service is not installed: service install')
  }
}

function expectFiles({ installFolder }: InstallOrder): void {
  if (process.env['APPIMAGE'] !== undefined)
    throw conflict(
      'An AppImage is there only while it runs, and a service cannot start from it: install the deb package',
    )
  for (const file of ['launcher.mjs', AGENT_FILE])
    if (!existsSync(path.join(installFolder, file)))
      throw new ProblemError(
        'not_found',
        `There is no ${file} in ${installFolder}: install the program again`,
      )
}

function countIn(dataFolder: string): number | null {
  const file = path.join(dataFolder, 'spool.sqlite')
  if (!existsSync(file)) return 0
  try {
    return countWaitingLabels(file)
  } catch {
    return null
  }
}

function takenText(port: number): string {
  return `Another program on this computer has port ${port}, on which labels come in. Until it lets go of it no label comes from other programs; agent doctor shows how it stands`
}

function conflict(text: string): ProblemError {
  return new ProblemError('state_conflict', text)
}
