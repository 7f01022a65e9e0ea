// Pausing printing: one press for each length; while it lasts, the same place has the way back.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAgent } from '../../agent-context.ts'
import { useAsk } from '../../use-ask.ts'
import { useEscape } from '../../use-escape.ts'
import { Button } from '../../views/button.tsx'
import { Refused } from '../../views/notice.tsx'

const CHOICES = [15, 30, 60, 240] as const

export function Pause({ isPaused }: { readonly isPaused: boolean }) {
  const { t } = useAgent()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const pause = useAsk('pause')
  const resume = useAsk('resume')
  const refused = [pause.answer, resume.answer].find((answer) => answer?.ok === false)
  const close = (): void => {
    setOpen(false)
    box.current?.querySelector('button')?.focus()
  }
  return (
    <div ref={box} class="stack">
      <div class="row">
        {isPaused ? (
          <Button key="way" onPress={() => void resume.ask(null)}>
            {t.window.pause.resume}
          </Button>
        ) : (
          <Button key="way" expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {t.window.pause.button}
          </Button>
        )}
      </div>
      {isOpen && !isPaused && (
        <Lengths onChoice={(minutes) => void pause.ask({ minutes }).then(close)} onCancel={close} />
      )}
      {refused?.ok === false && <Refused refusal={refused} />}
    </div>
  )
}

interface LengthsProps {
  readonly onChoice: (minutes: number) => void
  readonly onCancel: () => void
}

function Lengths({ onChoice, onCancel }: LengthsProps) {
  const { t } = useAgent()
  const box = useRef<HTMLFieldSetElement>(null)
  useEscape(true, onCancel)
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <fieldset ref={box} class="choices">
      <legend class="unseen">{t.window.pause.title}</legend>
      <p>{t.window.pause.text}</p>
      <div class="row">
        {CHOICES.map((minutes) => (
          <Button key={minutes} onPress={() => onChoice(minutes)}>
            {t.window.pause.minutes(minutes)}
          </Button>
        ))}
        <Button onPress={onCancel}>{t.window.pause.cancel}</Button>
      </div>
    </fieldset>
  )
}
