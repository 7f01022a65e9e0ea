// The page of each request of a computer's row: with the sample of its answer, and refused in every way.
import { problemCodes } from '@pharmacy-relay/shared/problem.ts'
import type { FrameProps } from '../../views/frame-props.ts'
import { requestPage } from '../requests/request-page.tsx'
import { ROW_REQUESTS } from '../requests/row-requests.tsx'
import { CENTRAL, HOSTILE, NOW, computerOf } from './fixtures.ts'

/** Page by name. */
export function requestPages(frame: FrameProps): Record<string, string> {
  const place = { frame, customer: CENTRAL, computer: computerOf(), now: NOW }
  return Object.fromEntries(
    ROW_REQUESTS.flatMap((request): (readonly [string, string])[] => [
      [
        request.segment,
        requestPage({ ...place, request, answer: { kind: 'answer', shown: request.sample } }),
      ],
      ...problemCodes.map((code) => {
        const reason = code === 'state_conflict' ? HOSTILE : null
        const html = requestPage({ ...place, request, answer: { kind: 'problem', code, reason } })
        return [`${request.segment}, ${code}`, html] as const
      }),
    ]),
  )
}
