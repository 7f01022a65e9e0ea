// Whether the gateway answers: any reply will do, since it answers unknown routes too.

const LIMIT_MS = 1_000

/** Never throws. */
export async function isGatewayReachable(gatewayUrl: string): Promise<boolean> {
  try {
    const reply = await fetch(gatewayUrl, { signal: AbortSignal.timeout(LIMIT_MS), redirect: 'manual' })
    await reply.body?.cancel()
    return true
  } catch {
    return false
  }
}
