import { CircleAlert } from 'lucide-react'
import { bytesPerMo, uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import type { TrimPlan } from '#src/pwa/video/trimPlan.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Progress } from '#src/ui/progress/Progress.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { LoadingBox } from '#src/ui/state/Skeleton.tsx'
import { french } from '#src/ui/text/french.ts'
import { formatSize } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { spokenTime } from '#src/ui/text/clockTime.ts'
import type { ChosenFile, TrimmedFrom } from './pick.ts'
import { TrimPreview } from './TrimPreview.tsx'
import { TrimRange } from './TrimRange.tsx'
import { type Part, useTrim } from './useTrim.ts'
import css from './Trim.module.css'

interface Props {
  pick: ChosenFile
  onTrimmed: (part: Blob, trimmed: TrimmedFrom) => void
  onClose: () => void
}

/** Asks which part of a video to send, and copies it without losing quality. The video itself stays as it is. */
export function TrimSheet({ pick, onTrimmed, onClose }: Props) {
  const source = pick.trimmed?.source ?? pick.file
  const { state, plan, percent, hasFailed, setPart, copy, cancel } = useTrim(source, pick.trimmed)
  const isTooLarge = plan !== null && plan.size > uploadMaxBytes
  const keep = async () => {
    if (state.name !== 'open' || plan === null || isTooLarge) return
    const part = await copy(state.video, plan)
    if (part !== null) onTrimmed(part, { source, ...state.part })
  }
  return (
    <Sheet
      title="Raccourcir la vidéo"
      width="42rem"
      onClose={onClose}
      foot={
        state.name === 'open' && (
          <>
            {hasFailed && (
              <Banner tone="red" icon={<CircleAlert />} announce="alert">
                L'extrait n'a pas pu être copié. Votre vidéo n'a pas changé. Réessayez, ou choisissez un autre extrait.
              </Banner>
            )}
            {percent === null ? (
              <Button look="primary" wide disabled={isTooLarge} onClick={() => void keep()}>
                {isTooLarge ? 'Extrait trop volumineux' : 'Garder cet extrait'}
              </Button>
            ) : (
              <>
                <Progress label="Copie de l'extrait" value={percent} max={100} />
                <Button wide onClick={cancel}>
                  Annuler la copie
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <div className="stack">
        {state.name === 'unreadable' && (
          <Banner tone="red" icon={<CircleAlert />} announce="alert">
            Cette vidéo ne peut pas être raccourcie ici. Raccourcissez-la dans la galerie de votre téléphone, puis
            choisissez-la à nouveau.
          </Banner>
        )}
        {state.name === 'reading' && <LoadingBox label="Lecture de la vidéo" height="24rem" />}
        {state.name === 'open' && plan && (
          <>
            <TrimPreview file={source} {...state.part} />
            <TrimRange
              {...state.part}
              duration={Math.ceil(state.video.packets.duration)}
              disabled={percent !== null}
              onChange={setPart}
            />
            <Result plan={plan} part={state.part} />
          </>
        )}
      </div>
    </Sheet>
  )
}

/** From this many seconds on, an earlier beginning is mentioned. */
const noticeableS = 0.1

function Result({ plan, part }: { plan: TrimPlan; part: Part }) {
  const over = plan.size - uploadMaxBytes
  const length = `Durée : ${spokenTime(part.end - part.begin)}`
  const limit = formatSize(uploadMaxBytes)
  const early = part.begin - plan.begin
  return (
    <Status className={css.result}>
      {over > 0 ? (
        <p className={css.tooLarge}>
          <CircleAlert className="icon--small" />
          {french(`${length}, ${formatSize(limitSteps(over))} : c'est plus que ${limit}. Raccourcissez encore.`)}
        </p>
      ) : (
        <p>{french(`${length}, environ ${formatSize(plan.size)} (${limit} au plus).`)}</p>
      )}
      {early >= noticeableS && (
        <p className="meta">
          {french(
            `L'extrait commencera ${earlyWords(early)} plus tôt : sans perte de qualité, la coupe se fait à certaines images.`,
          )}
        </p>
      )}
    </Status>
  )
}

/** Rounded up to whole Mo: "100 Mo" would be no reason for a refusal. */
function limitSteps(over: number): number {
  return uploadMaxBytes + Math.ceil(over / bytesPerMo) * bytesPerMo
}

/** "0,4 seconde", "2,5 secondes". */
function earlyWords(seconds: number): string {
  const tenths = Math.max(1, Math.round(seconds * 10)) / 10
  return `${String(tenths).replace('.', ',')} ${tenths < 2 ? 'seconde' : 'secondes'}`
}
