// Commands about updates, each a question to the running agent, and how a person reads the answer.
import type { UpdatesStatus } from '../../contract/updates.ts'
import { updatesEn } from '@pharmacy-relay/shared/texts/en/updates.ts'
import { askAgent } from '../../contract/socket-client.ts'
import { done, type Outcome } from '../outcome.ts'
import { labelled } from '../text.ts'

export interface UpdatesCommand {
  readonly kind: 'updates'
  readonly act: 'show' | 'check' | 'back'
}

const METHODS = { show: 'updates', check: 'checkUpdates', back: 'updateBack' } as const

/** Throws NotRunningError, and ProblemError state_conflict while updates are off or there is no version before. */
export async function carryOutUpdatesCommand({ act }: UpdatesCommand, socket: string): Promise<Outcome> {
  const found = await askAgent(socket, METHODS[act], null)
  return done(updatesText(found), found)
}

export function updatesText(status: UpdatesStatus): string {
  const { version, step, off, lastCheckAt, nextCheckAt, offered, previous, fault } = status
  return labelled([
    ['Version', version],
    ['Updates', off === null ? updatesEn.steps[step] : updatesEn.off[off]],
    ...(offered === null ? [] : [['Offered', offerText(offered)] as const]),
    ...(fault === null ? [] : faultLines(fault)),
    ['Before', previous === null ? 'none' : `${previous}; agent updates back goes back to it`],
    ['Looked', lastCheckAt ?? 'not since this agent started'],
    ...(nextCheckAt === null ? [] : [['Looks again', nextCheckAt] as const]),
  ])
}

function offerText(offered: NonNullable<UpdatesStatus['offered']>): string {
  const { version, publishedAt, bytes, fetchedBytes, rolloutPercent, isForThisComputer } = offered
  const size = `${(bytes / 1_048_576).toFixed(1)} MiB, published ${publishedAt.slice(0, 10)}`
  if (!isForThisComputer) return `${version}, ${size}. ${updatesEn.notYetHere(rolloutPercent)}`
  const fetched = bytes === 0 ? 100 : Math.floor((100 * fetchedBytes) / bytes)
  return `${version}, ${size}. ${updatesEn.fetched(fetched)}`
}

function faultLines({ code, version, at, detail }: NonNullable<UpdatesStatus['fault']>) {
  const which = version === null ? '' : ` (${version})`
  return [
    ['Attention', `${updatesEn.faults[code]}${which}`],
    ['', `${at}${detail === '' ? '' : `: ${detail}`}`],
  ] as const
}
