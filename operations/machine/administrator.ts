// Who makes roles and databases: as the command line says, else as a file beside relay.conf says, else the system's account postgres.
import { existsSync, readFileSync } from 'node:fs'
import type { Options } from '../command-line.ts'
import type { Administrator } from '../database/postgres-tools.ts'
import { RefusedError } from '../refused.ts'
import type { Places } from './places.ts'

/**
 * A file says it without showing the password to everybody who lists processes. Several machines have one with the balancer's address, which
 * leads to whichever database server takes writes. Throws RefusedError where a file holds no such URL; its text is not repeated.
 */
export function administratorOf(
  { postgres, 'postgres-file': given }: Pick<Options, 'postgres' | 'postgres-file'>,
  { administrator }: Pick<Places, 'administrator'>,
): Administrator {
  if (postgres !== undefined) return { url: postgres }
  const file = given ?? administrator
  if (given === undefined && !existsSync(file)) return { account: 'postgres' }
  const url = readFileSync(file, 'utf8').trim()
  if (/^postgres(?:ql)?:\/\//.test(url) && URL.canParse(url)) return { url }
  throw new RefusedError(
    `${file} holds no URL such as postgresql://postgres:PASSWORD@10.0.0.10:5432/postgres`,
  )
}
