// The identity API's own figures at /metrics.
import type { identityApi } from '@pharmacy-relay/shared/api/identity-api.ts'
import { ProblemError } from '@pharmacy-relay/shared/problem.ts'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { EndpointHandlers } from '../http/endpoint-router.ts'
import { createReplyMetrics, type ReplyMetrics } from '../http/reply-metrics.ts'

export interface IdentityMetrics {
  readonly replies: ReplyMetrics
  /** `signed_in`, `pending` (a second factor is asked for), or the code of the refusal. */
  countSignIn(outcome: string): void
  /** What the provider made of a text message: sent, failed, or unknown. */
  countSms(state: string): void
}

export function createIdentityMetrics(registry: Registry): IdentityMetrics {
  const counter = <L extends string>(name: string, help: string, labels: readonly L[]) =>
    new Counter({ name, help, labelNames: [...labels], registers: [registry] })
  const signIns = counter(
    'identity_sign_ins_total',
    'Steps of signing in by what became of them: signed_in, pending for a second factor, or the code of the refusal',
    ['outcome'],
  )
  const messages = counter('identity_sms_total', 'Text messages by what the provider made of them', ['state'])
  return {
    replies: createReplyMetrics(registry),
    countSignIn: (outcome) => signIns.inc({ outcome }),
    countSms: (state) => messages.inc({ state }),
  }
}

type SignInHandlers = Pick<
  EndpointHandlers<typeof identityApi>,
  'signIn' | 'finishSignIn' | 'signInWithPasskey' | 'finishWithPasskey'
>

/** The same handlers, each call of which is counted by its outcome. */
export function countedSignIns<H extends SignInHandlers>(handlers: H, metrics: IdentityMetrics): H {
  const counted =
    <A extends readonly unknown[], R extends object>(handler: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      try {
        const reply = await handler(...args)
        metrics.countSignIn('pending' in reply ? 'pending' : 'signed_in')
        return reply
      } catch (error) {
        metrics.countSignIn(error instanceof ProblemError ? error.code : 'internal')
        throw error
      }
    }
  const { signIn, finishSignIn, signInWithPasskey, finishWithPasskey } = handlers
  return {
    ...handlers,
    signIn: counted(signIn),
    finishSignIn: counted(finishSignIn),
    signInWithPasskey: counted(signInWithPasskey),
    finishWithPasskey: counted(finishWithPasskey),
  }
}

/** Read when somebody looks. */
export function watchIdentity(
  registry: Registry,
  { hub }: { readonly hub: { connections(): number } },
): void {
  new Gauge({
    name: 'identity_hub_connections',
    help: 'Services connected to the identity hub',
    registers: [registry],
    collect() {
      this.set(hub.connections())
    },
  })
}
