import { CircleAlert, CircleCheck, Images } from 'lucide-react'
import type { ChoixAlbum, LienAlbum } from '#domain/album/album.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { downloadAddress } from '#src/api/download.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { Progress } from '#src/ui/progress/Progress.tsx'
import { french } from '#src/ui/text/french.ts'
import { count, formatNumber, formatSize } from '#src/ui/text/quantities.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { usePartage } from './usePartage.ts'
import css from './Album.module.css'

interface Props {
  evenementId: number
  choix: ChoixAlbum
  lien: LienAlbum
  onClose: () => void
}

/** Shares an album in batches. Each batch needs a tap: browsers require a user gesture for sharing. */
export function AlbumPartage({ evenementId, choix, lien, onClose }: Props) {
  const partage = usePartage({ evenementId, choix, fichiers: lien.fichiers ?? [] })
  const { done, total, lot, arrived, isReady, failure } = partage
  if (done === total) {
    return (
      <div className="stack">
        <Status>
          <Banner tone="green" icon={<CircleCheck />} title="C'est fait.">
            {`${count(total, 'média est', 'médias sont')} avec vous.`}
          </Banner>
        </Status>
        <Button look="primary" wide onClick={onClose}>
          Fermer
        </Button>
      </div>
    )
  }
  const weight = lot.reduce((sum, { taille }) => sum + taille, 0)
  return (
    <div className="stack">
      <p className="meta">
        {french(
          `${formatNumber(done)} sur ${count(total, 'média enregistré', 'médias enregistrés')}. Ils arrivent par lots : touchez le bouton, puis choisissez « Enregistrer » dans le menu de votre appareil.`,
        )}
      </p>
      {!isReady && failure === null && (
        <div className={css.arriving}>
          <Progress value={arrived} max={weight} label="Arrivée des médias" />
          <p className="meta">
            {formatSize(arrived)} sur {formatSize(weight)}
          </p>
        </div>
      )}
      <Status hidden>{isReady && count(lot.length, 'média est prêt', 'médias sont prêts')}</Status>
      <div role="alert">
        {failure !== null && (
          <Banner tone="red" icon={<CircleAlert />}>
            {causeOr(failure, phrases.erreurSurvenue)}
          </Banner>
        )}
      </div>
      <div className={css.ways}>
        {failure === null ? (
          <Button look="primary" wide disabled={!isReady} onClick={partage.give}>
            <Images />
            {`Enregistrer ${count(lot.length, 'média', 'médias')}`}
          </Button>
        ) : (
          <Button look="primary" wide onClick={partage.retry}>
            {phrases.reessayer}
          </Button>
        )}
        <Button wide onClick={() => downloadAddress(lien.adresse)}>
          {`Tout prendre en ZIP (${formatSize(lien.octets)})`}
        </Button>
      </div>
    </div>
  )
}
