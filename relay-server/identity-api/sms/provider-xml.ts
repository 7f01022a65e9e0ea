// What is said to the SMS provider and by it, as XML.
import { XMLBuilder, XMLParser } from 'fast-xml-parser'
import { z } from 'zod'

export interface ProviderMessage {
  readonly user: string
  readonly password: string
  readonly sender: string
  /** The provider's own key against doubles, where it has one. */
  readonly reference: string
  readonly phone: string
  readonly text: string
}

const builder = new XMLBuilder({ processEntities: true })
// No entities: a reply that defines its own would grow without bound.
const parser = new XMLParser({ processEntities: false, ignoreAttributes: true, parseTagValue: false })

const Reply = z.object({
  result: z.object({
    status: z.enum(['accepted', 'refused']),
    id: z.string().max(64).optional(),
    code: z.string().max(32).optional(),
  }),
})

export interface ProviderReply {
  readonly isAccepted: boolean
  readonly id: string | null
  readonly code: string | null
}

export function messageXml({ user, password, sender, reference, phone, text }: ProviderMessage): string {
  const sms = { user, password, sender, reference, to: phone, text }
  return `<?xml version="1.0" encoding="UTF-8"?>${String(builder.build({ sms }))}`
}

/** Null when it is no reply of the documented form. */
export function readReply(xml: string): ProviderReply | null {
  try {
    const parsed = Reply.safeParse(parser.parse(xml))
    if (!parsed.success) return null
    const { status, id = null, code = null } = parsed.data.result
    return { isAccepted: status === 'accepted', id, code }
  } catch {
    return null
  }
}
