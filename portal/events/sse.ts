// Server-sent events as text, and what a stream needs of the reply it writes to.

export type StreamEvent = 'relay' | 'task' | 'people' | 'resync' | 'beat' | 'stale' | 'signed-out'

/** What the events say: the newest event id, and which pharmacies changed. */
export interface News {
  readonly lastEventId: number
  readonly customerIds: readonly number[]
}

/** What happened to a support task, for pages that show it; they fetch the rest. */
export interface TaskNews {
  readonly taskId: number
  readonly what: 'new' | 'changed' | 'message'
  /** Of a message: null, as its task has them already. */
  readonly version: number | null
  readonly state: string | null
  /** Who has it now, as he is called; null: nobody, or it is a message. */
  readonly claimedBy: string | null
  /** Who did it, or wrote; null: the platform itself, or the pharmacy. */
  readonly by: string | null
}

/** Who else is at the task of the page, now. */
export interface PeopleNews {
  readonly people: readonly {
    readonly name: string
    /** It is the name of a computer, and somebody there writes. */
    readonly isComputer: boolean
    readonly isWriting: boolean
  }[]
}

/** What every beat says of the portal itself. */
export interface Beat {
  readonly isNatsAway: boolean
}

export interface SseSink {
  write(text: string): void
  /** Bytes that wait because the reader does not keep up. */
  bufferedBytes(): number
  /** Completes the reply. */
  end(): void
  /** Cuts the connection. */
  cut(): void
  onClosed(listener: () => void): void
}

/** One event. The id of news goes out with it, so that a browser that comes back says where it was. */
export function sseText(event: StreamEvent, data: News | TaskNews | PeopleNews | Beat | null): string {
  const id = data !== null && 'lastEventId' in data ? `id: ${data.lastEventId}\n` : ''
  return `${id}event: ${event}\ndata: ${JSON.stringify(data ?? {})}\n\n`
}
