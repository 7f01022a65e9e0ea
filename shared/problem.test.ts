// Problem details: the closed list of codes, and their wire form.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { PROBLEM_CODES, Problem, ProblemError, fieldFaults, problemBody, problemCodes } from './problem.ts'

describe('problem details', () => {
  it('have the documented statuses', () => {
    const documented = {
      request_refused: 400,
      token_missing: 401,
      token_invalid: 401,
      role_not_allowed: 403,
      sign_in_again: 403,
      stamp_and_key: 403,
      not_found: 404,
      request_timeout: 408,
      state_conflict: 409,
      device_offline: 409,
      version_stale: 412,
      too_large: 413,
      target_too_long: 414,
      invalid: 422,
      version_required: 428,
      rate_limited: 429,
      head_too_large: 431,
      internal: 500,
      not_supported: 501,
      upstream_unavailable: 502,
      unavailable: 503,
      device_timeout: 504,
      upstream_timeout: 504,
    }
    expect(Object.fromEntries(problemCodes.map((code) => [code, PROBLEM_CODES[code].status]))).toEqual(
      documented,
    )
  })
  it.each(problemCodes)('%s has a body that keeps to the schema', (code) => {
    expect(
      Problem.parse(problemBody(new ProblemError(code, 'Words for people'), 'a'.repeat(32))),
    ).toMatchObject({ code })
  })
  it('name each faulty field with where it stood', () => {
    const parsed = z.strictObject({ name: z.string() }).safeParse({ name: 1, surprise: true })
    expect(parsed.success ? [] : fieldFaults('body', parsed.error).map((fault) => fault.path)).toEqual([
      'body.name',
      'body.surprise',
    ])
  })
})
