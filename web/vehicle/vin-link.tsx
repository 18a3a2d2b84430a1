import { vinNoteId } from '#contract/vin-rules.ts';
import { paths } from '#web/paths.ts';
import { openChooser } from './open-chooser.ts';

/** Leads to the box for a VIN, without scripts to what is said of VINs. */
export function VinLink() {
  return (
    <a
      href={`${paths.parts}#${vinNoteId}`}
      onClick={(event) => {
        event.preventDefault();
        openChooser();
      }}
      className="link inline-flex min-h-11 items-center text-sm"
    >
      Or enter its VIN
    </a>
  );
}
