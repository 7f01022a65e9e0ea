// A button that asks once more before it does anything; the focus goes to the question and comes back.
import { useEffect, useRef, useState } from 'preact/hooks'
import { useEscape } from '../../use-escape.ts'
import { Button } from '../../views/button.tsx'

interface SecondPressProps {
  readonly first: string
  readonly question: string
  readonly yes: string
  readonly no: string
  readonly isDrastic?: boolean
  readonly onYes: () => void
}

export function SecondPress({ first, question, yes, no, isDrastic = false, onYes }: SecondPressProps) {
  const [isAsking, setAsking] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const wasAsking = useRef(false)
  useEscape(isAsking, () => setAsking(false))
  useEffect(() => {
    if (isAsking === wasAsking.current) return
    wasAsking.current = isAsking
    box.current?.querySelector('button')?.focus()
  }, [isAsking])
  const confirmed = (): void => {
    setAsking(false)
    onYes()
  }
  return (
    <div ref={box}>
      {isAsking ? (
        <fieldset class="choices">
          <legend class="unseen">{first}</legend>
          <p role="alert">{question}</p>
          <div class="row">
            <Button onPress={() => setAsking(false)}>{no}</Button>
            <Button look={isDrastic ? 'drastic' : 'main'} onPress={confirmed}>
              {yes}
            </Button>
          </div>
        </fieldset>
      ) : (
        <Button onPress={() => setAsking(true)}>{first}</Button>
      )}
    </div>
  )
}
