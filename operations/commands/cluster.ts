// relayctl cluster: out of one inventory the configurations of every machine. It starts nothing and reaches no machine.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { clusterSecrets } from '../cluster/cluster-secrets.ts'
import type { Inventory } from '../cluster/inventory.ts'
import { judgeInventory } from '../cluster/judge-inventory.ts'
import { madeFiles, SECRETS_FOLDER, type MadeFile } from '../cluster/made-files.ts'
import { readInventory } from '../cluster/read-inventory.ts'
import { folderState, writeMade, type FolderState } from '../cluster/write-made.ts'
import { EXIT, RefusedError } from '../refused.ts'
import type { Command } from './command.ts'

export const cluster: Command = async ({ operand, options, report }) => {
  const file = operand ?? ''
  if (!existsSync(file)) throw new RefusedError(`There is no inventory ${file}`)
  const inventory = readInventory(readFileSync(file, 'utf8'))
  const { faults, warnings } = judgeInventory(inventory)
  if (faults.length > 0)
    throw new RefusedError(`The inventory does not work:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
  for (const warning of warnings) report.say(`Mind: ${warning}`)
  if (options.check === true) {
    report.answer({ warnings }, [`${file} is in order: ${machineCount(inventory)}. Nothing was written.`])
    return Promise.resolve(EXIT.done)
  }
  if (options.into === undefined) throw new RefusedError('Say where to: --into FOLDER, or --check')
  const folder = path.resolve(options.into)
  const files = madeFiles(inventory, clusterSecrets(inventory, path.join(folder, SECRETS_FOLDER)))
  const state = folderState(folder, files)
  writeMade(folder, filesToWrite(state, files, options.force === true), files)
  const written = state.toWrite.length + state.changedByHand.length
  report.answer({ warnings, written, leftOver: state.leftOver }, [
    ...state.leftOver.map((name) => `Left over, of no machine any more: ${name}`),
    `${folder}: ${written} of ${files.length} files written for ${machineCount(inventory)}; ${path.join(folder, 'README')} says what to do`,
  ])
  return Promise.resolve(EXIT.done)
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
