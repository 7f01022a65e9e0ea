// What a reply may say: nothing of another pharmacy, and of what is not the caller's only that it is not found.
import { marksIn, userOf, type Target, type WallWorld } from './world.ts'

export interface Reply {
  readonly status: number
  readonly text: string
  /** Of a problem; null where the call succeeded. */
  readonly code: string | null
}

interface Asked {
  readonly world: WallWorld
  readonly pharmacyId: number
  readonly target: Target | null
}

/** Ids and users as replies name them. */
const OWNED_ID = /"(?:id|patientId|prescriptionId)":"([0-9a-f-]{36})"/g
const USER = /"userGuid":"([^"]*)"/g

/** What is wrong, in words; null when nothing is. */
export function judged({ world, pharmacyId, target }: Asked, { status, text, code }: Reply): string | null {
  const stranger = [...marksIn(text)].find((mark) => mark !== pharmacyId)
  if (stranger !== undefined) return `was answered a text of pharmacy ${stranger}`
  if (status === 500) return 'broke the API'
  if (target !== null && target.owner !== pharmacyId && code !== 'not_found')
    return `asked for what is not its own, and was answered ${code ?? status}`
  return usersFault(pharmacyId, text) ?? idsFault(world, pharmacyId, text)
}

function usersFault(pharmacyId: number, text: string): string | null {
  const users = [...text.matchAll(USER)].map(([, user]) => user)
  if (users.every((user) => user === userOf(pharmacyId))) return null
  return 'was answered the access log of others'
}

/** The access log names the ids that its own people asked for, whosever they are. */
function idsFault(world: WallWorld, pharmacyId: number, text: string): string | null {
  if (text.includes('"userGuid"')) return null
  const ids = [...text.matchAll(OWNED_ID)].map(([, id = '']) => id)
  const foreign = ids.find((id) => (world.ownerOf(id) ?? pharmacyId) !== pharmacyId)
  return foreign === undefined ? null : `was answered an id of pharmacy ${world.ownerOf(foreign) ?? 0}`
}
