import type { Capture } from '../../components/capture.ts'
import { NewSuggestion } from './new-suggestion.tsx'
import { Support } from './support.tsx'

export default function CaptureDialogs({ capture }: { capture: Capture | undefined }) {
  return (
    <>
      <NewSuggestion asked={capture?.kind === 'suggestion' ? capture : undefined} />
      {capture?.kind === 'support' && <Support asked={capture} />}
    </>
  )
}
