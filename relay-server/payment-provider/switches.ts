// How unkind the stand-in is: for tests, and for a person who wants to see what the shop does then.
import { z } from 'zod'

export const Switches = z.strictObject({
  /** `twice`: each event two times. `disorder`: every other event 2 s late, behind those after it. `off`: none comes. */
  webhooks: z.enum(['normal', 'twice', 'disorder', 'off']),
  /** How the browser is sent back: by a link of its own, by a form, or not at all. */
  returnBy: z.enum(['get', 'post', 'never']),
  /** Each reply of the API waits so long after the work was done. */
  slowMs: z.int().min(0).max(60_000),
  /** The next so many replies of the API are lost after the work was done. */
  lostReplies: z.int().min(0).max(1_000),
  /** Every call of the API is answered with 503, and nothing is done. */
  isAway: z.boolean(),
})
export type Switches = z.infer<typeof Switches>

export const KIND: Switches = {
  webhooks: 'normal',
  returnBy: 'get',
  slowMs: 0,
  lostReplies: 0,
  isAway: false,
}

/** As the form on the stand-in's page sends them. */
export const SwitchesForm = z
  .object({
    webhooks: Switches.shape.webhooks,
    returnBy: Switches.shape.returnBy,
    slowMs: z.coerce.number().pipe(Switches.shape.slowMs),
    lostReplies: z.coerce.number().pipe(Switches.shape.lostReplies),
    isAway: z.literal('on').optional(),
  })
  .transform(({ isAway, ...rest }): Switches => ({ ...rest, isAway: isAway === 'on' }))
