// The clock of sign-ins, stepped in the database of a running demo: people signed in longer ago than they did.
import path from 'node:path'
import { socketUrl, withConnection } from '@pharmacy-relay/relay-server/db/postgres-connection.ts'
import { clusterPaths } from '@pharmacy-relay/relay-server/db/postgres-folder.ts'

/** Everybody proved eleven minutes ago who he is; tokens say so from their next exchange on. */
export async function ageSignIns(dataFolder: string): Promise<void> {
  const url = socketUrl(clusterPaths(path.join(dataFolder, 'identity')).socket, 'identity')
  await withConnection(url, async (client) => {
    await client.query(`update "RefreshFamilies" set "signedInAt" = now() - interval '11 minutes'`)
  })
}

/** The days are over in which this person could go without a second factor; sign-ins from now on know it. */
export async function endGrace(dataFolder: string, email: string): Promise<void> {
  const url = socketUrl(clusterPaths(path.join(dataFolder, 'identity')).socket, 'identity')
  await withConnection(url, async (client) => {
    const since = `update "Users" set "couldSignInSince" = now() - interval '2 years' where email = $1`
    const { rowCount } = await client.query(since, [email])
    if (rowCount !== 1) throw new Error(`there is no ${email}`)
  })
}
