// The picture of an announcement, with its description.
import { TextField } from '../../components/fields.tsx'
import { PictureDrop } from '../../components/uploads/picture-drop.tsx'
import { t } from '../../core/i18n.ts'

const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']
const MAX_ALT = 1000

export const PictureField = ({
  picture,
  alt,
  onPicture,
  onAlt,
  onBusy,
}: {
  picture: number | null
  alt: string
  onPicture: (id: number | null) => void
  onAlt: (text: string) => void
  onBusy: (isBusy: boolean) => void
}) => (
  <section aria-label={t('announcements.picture')} className="space-y-2">
    <h2 className="text-sm font-medium">{t('announcements.picture')}</h2>
    <PictureDrop
      types={TYPES}
      picture={picture}
      onPicture={onPicture}
      onBusy={onBusy}
      texts={{
        add: t('announcements.add_picture'),
        replace: t('announcements.replace_picture'),
        remove: t('announcements.remove_picture'),
        hint: t('announcements.picture_hint'),
        refused: t('announcements.no_picture'),
      }}
    />
    {picture !== null && (
      <TextField
        label={t('announcements.alt')}
        name="picture_alt"
        description={t('announcements.alt_hint')}
        maxLength={MAX_ALT}
        value={alt}
        onChange={onAlt}
      />
    )}
  </section>
)
