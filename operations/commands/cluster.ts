// relayctl cluster: out of one inventory the configurations of every machine. It starts nothing and reaches no machine.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { clusterSecrets, withChanges, type AllSecrets } from '../cluster/cluster-secrets.ts'
import { ENGINE_ROTATIONS, engineRoundsOf } from '../cluster/engine-rotations.ts'
import { stepLines, stepsOf, type RoundOnMachines } from '../cluster/exchange-steps.ts'
import type { Inventory } from '../cluster/inventory.ts'
import { judgeInventory } from '../cluster/judge-inventory.ts'
import { madeFiles, SECRETS_FOLDER, type MadeFile } from '../cluster/made-files.ts'
import { readInventory } from '../cluster/read-inventory.ts'
import { folderState, lostFiles, writeMade, type FolderState } from '../cluster/write-made.ts'
import {
  endExchange,
  exchangeIn,
  keepExchange,
  progressText,
  restartedRound,
  roundsOfNew,
  turnOf,
  type Turn,
} from '../machine/exchange.ts'
import { EXIT, RefusedError } from '../refused.ts'
import type { Command, CommandParts } from './command.ts'

export const cluster: Command = async (parts) => {
  const { options, report } = parts
  const file = parts.operand ?? ''
  const { inventory, warnings } = judgedInventory(file)
  for (const warning of warnings) report.say(`Mind: ${warning}`)
  if (options.check === true) {
    report.answer({ warnings }, [`${file} is in order: ${machineCount(inventory)}. Nothing was written.`])
    return Promise.resolve(EXIT.done)
  }
  if (options.into === undefined) throw new RefusedError('Say where to: --into FOLDER, or --check')
  const folder = path.resolve(options.into)
  const secretsFolder = path.join(folder, SECRETS_FOLDER)
  refuseLostSecrets(folder)
  const present = clusterSecrets(inventory, secretsFolder)
  const turn = turnAsked(parts, secretsFolder, present)
  const secrets = withChanges(inventory, present, turn?.round?.changes ?? {})
  const files = madeFiles(inventory, secrets)
  const state = folderState(folder, files)
  const toWrite = filesToWrite(state, files, options.force === true)
  if (turn !== null && turn.round !== null) keepExchange(secretsFolder, turn.exchange)
  writeMade(folder, toWrite, files)
  if (turn !== null && turn.round === null) endExchange(secretsFolder)
  const on = { inventory, secrets }
  report.answer({ warnings, written: toWrite.length, leftOver: state.leftOver, ...turnData(on, turn) }, [
    ...state.leftOver.map((name) => `Left over, of no machine any more: ${name}`),
    `${folder}: ${toWrite.length} of ${files.length} files written for ${machineCount(inventory)}; ${path.join(folder, 'README')} says what to do`,
    ...turnLines(on, turn, { file, folder: options.into }),
  ])
  return Promise.resolve(EXIT.done)
}

/** Throws RefusedError with all that does not work. */
function judgedInventory(file: string) {
  if (!existsSync(file)) throw new RefusedError(`There is no inventory ${file}`)
  const inventory = readInventory(readFileSync(file, 'utf8'))
  const { faults, warnings } = judgeInventory(inventory)
  if (faults.length > 0)
    throw new RefusedError(`The inventory does not work:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  return { inventory, warnings }
}

/** New ones in their place would lock out every program, and nobody would read a patient any more. */
function refuseLostSecrets(folder: string): void {
  const lost = lostFiles(folder).filter((name) => name.startsWith(`${SECRETS_FOLDER}/`))
  if (lost.length > 0)
    throw new RefusedError(
      `The files in ${folder} were made of secrets that are not there any more (${lost.slice(0, 3).join(', ')}): bring ${path.join(folder, SECRETS_FOLDER)} back`,
    )
}

/** Null where nothing is to be exchanged. */
function turnAsked({ options, report }: CommandParts, folder: string, present: AllSecrets): Turn | null {
  const { rotate: what } = options
  const restarted = restartedRound(options.restarted)
  const underWay = exchangeIn(folder)
  if (what === undefined) {
    if (restarted !== null) throw new RefusedError('Say of which exchange: --rotate WHAT --restarted N')
    if (underWay !== null)
      report.say(`Mind: The exchange of ${underWay.what} is under way, ${progressText(underWay)}`)
    return null
  }
  if (!existsSync(folder))
    throw new RefusedError(`There is no ${folder}: make the files without --rotate first`)
  const begin = () =>
    engineRoundsOf(what, present.engines) ??
    roundsOfNew(what, present.programs, { runs: 'beside itself', also: Object.keys(ENGINE_ROTATIONS) })
  return turnOf({ what, restarted, underWay, begin })
}

type OnMachines = Omit<RoundOnMachines, 'round'>

function turnData(on: OnMachines, turn: Turn | null) {
  if (turn === null) return {}
  const { exchange, round } = turn
  const { what, rounds, open } = exchange
  if (round === null) return { rotated: what, rounds: rounds.length, isOver: true }
  return {
    rotated: what,
    round: open,
    rounds: rounds.length,
    steps: stepsOf({ ...on, round }),
    isOver: false,
  }
}

interface Typed {
  readonly file: string
  readonly folder: string
}

function turnLines(on: OnMachines, turn: Turn | null, { file, folder }: Typed): string[] {
  if (turn === null) return []
  const { exchange, round } = turn
  const { what, rounds, open } = exchange
  if (round === null) return [endLine(what)]
  return [
    `Round ${open} of ${rounds.length} of ${what} is written.`,
    ...stepLines({ ...on, round }, folder),
    `Then: relayctl cluster ${file} --into ${folder} --rotate ${what} --restarted ${open}`,
  ]
}

/** What an engine has is in no backup. */
function endLine(what: string): string {
  const isOfEngine = Object.hasOwn(ENGINE_ROTATIONS, what)
  return isOfEngine
    ? `${what} exchanged.`
    : `${what} exchanged. Next, where backups are made: relayctl backup && relayctl base`
}

function filesToWrite(state: FolderState, files: readonly MadeFile[], isForced: boolean): MadeFile[] {
  const { toWrite, changedByHand } = state
  const lines = changedByHand.map(({ name, lines: count }) => `${name} (${count} lines differ)`)
  if (lines.length > 0 && !isForced)
    throw new RefusedError(
      `These were changed by hand and would be written anew: ${lines.join(', ')}. Put it into the inventory, or say --force`,
    )
  const names = new Set([...toWrite, ...changedByHand].map(({ name }) => name))
  return files.filter(({ name }) => names.has(name))
}

function machineCount({ machines }: Inventory): string {
  return machines.length === 1 ? 'one machine' : `${machines.length} machines`
}
