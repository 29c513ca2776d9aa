import { CircleAlert, CircleCheck, Download, Images } from 'lucide-react'
import { useState } from 'react'
import type { LienAlbum, OffreAlbum } from '#domain/album/album.ts'
import { partageMax } from '#domain/album/album.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { canShareFiles } from '#src/pwa/queue/saveToPhone.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Check } from '#src/ui/field/Check.tsx'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { formatSize } from '#src/ui/text/quantities.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { type AlbumRequest, useLienAlbum } from './album.queries.ts'
import { AlbumChoice } from './AlbumChoice.tsx'
import { absentsWords, lotWords, sinceWords } from './albumWords.ts'
import css from './Album.module.css'

interface Props {
  evenementId: number
  offres: readonly OffreAlbum[]
  onShare: (request: AlbumRequest, lien: LienAlbum) => void
}

/** Selects which media, all or only new ones, and how; sizes are shown before the download. */
export function AlbumChoices({ evenementId, offres, onShare }: Props) {
  const [choix, setChoix] = useState(offres[0]?.choix)
  const [wantsNew, setWantsNew] = useState(true)
  const lien = useLienAlbum(evenementId)
  const fuseau = useFuseau()
  const online = useOnline()
  const offre = offres.find((one) => one.choix === choix)
  if (!offre) return null
  const nouveautes = (offre.nouveautes?.nombre ?? 0) > 0 && wantsNew
  const lot = nouveautes && offre.nouveautes ? offre.nouveautes : offre
  const request = { choix: offre.choix, nouveautes }
  // Only the answer to the request also counts the missing files.
  const absents = absentsWords(lien.data?.absents ?? offre.absents)
  return (
    <div className="stack">
      <fieldset className={css.choices}>
        <legend className="visually-hidden">{french('Que télécharger ?')}</legend>
        {offres.map((one) => (
          <AlbumChoice
            key={one.choix}
            offre={one}
            checked={one.choix === choix}
            onChoose={() => {
              setChoix(one.choix)
              lien.reset()
            }}
          />
        ))}
      </fieldset>
      {offre.nouveautes && offre.nouveautes.nombre === 0 && (
        <p className="meta">
          {french(`Vous avez déjà tout pris : rien de nouveau ${sinceWords(offre.nouveautes, fuseau)}.`)}
        </p>
      )}
      {offre.nouveautes && offre.nouveautes.nombre > 0 && (
        <Check
          checked={wantsNew}
          onChange={(event) => {
            setWantsNew(event.target.checked)
            lien.reset()
          }}
        >
          Nouveautés {sinceWords(offre.nouveautes, fuseau)}
          <span className={css.about}>{lotWords(offre.nouveautes)}</span>
        </Check>
      )}
      {absents !== null && <p className="meta">{french(absents)}</p>}
      <div role="alert">
        {lien.error !== null && (
          <Banner tone="red" icon={<CircleAlert />}>
            {causeOr(lien.error, phrases.erreurSurvenue)}
          </Banner>
        )}
      </div>
      <Status>
        {lien.isSuccess && (
          <Banner tone="green" icon={<CircleCheck />} title="Le téléchargement a commencé.">
            {`${lotWords({ nombre: lien.data.nombre, octets: lien.data.octets })}. S'il s'arrête, reprenez-le dans les téléchargements de votre navigateur : il continue où il en était, pendant 6 heures.`}
          </Banner>
        )}
      </Status>
      <div className={css.ways}>
        <Button
          look="primary"
          wide
          busy={lien.isPending}
          disabled={!online || lot.nombre === 0}
          onClick={() => lien.mutate({ request, downloads: true })}
        >
          <Download />
          {lot.nombre === 0 ? 'Rien à télécharger' : `Télécharger (${formatSize(lot.octets)})`}
        </Button>
        {canShareFiles() && lot.nombre > 0 && lot.nombre <= partageMax && (
          <Button
            wide
            disabled={!online || lien.isPending}
            onClick={() =>
              lien.mutate({ request, downloads: false }, { onSuccess: (given) => onShare(request, given) })
            }
          >
            <Images />
            Enregistrer dans mes photos
          </Button>
        )}
      </div>
      {!online && <p className="meta">{french("Vous êtes hors ligne : l'album se télécharge avec le réseau.")}</p>}
    </div>
  )
}
