// A message as the stand-in takes it.
import { z } from 'zod'

export const Message = z.object({
  sms: z.object({
    user: z.string(),
    password: z.string(),
    sender: z.string(),
    reference: z.string(),
    to: z.string(),
    text: z.string(),
  }),
})
export type ReceivedMessage = z.infer<typeof Message>['sms'] & { readonly at: Date }
