import { useEffect, useRef } from 'preact/hooks';
import { UPLOAD_ENDINGS } from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { texts } from '../../i18n/data.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { mayManage } from '../../state/session.ts';
import { addFiles, storeUpload, uploads, waiting, workOff } from '../../state/uploads.ts';
import { workspace } from '../../state/workspace.ts';
import './drop-anywhere.ts';
import { signInAddress } from '../../state/place.ts';
import { PasteTable } from './paste.tsx';
import { UploadCard } from './upload-card.tsx';
import { UrlDialog } from './url-dialog.tsx';

/** Where files are chosen; those dropped anywhere on the page come here, too (`drop-anywhere.ts`). */
export function DropZone() {
  const text = texts();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    workOff();
  }, [mayManage.value, workspace.value?.workspace_id]);
  const shown = uploads.value.filter(({ state }) => state.kind === 'shown');
  const isWaitingForKey = !mayManage.value && waiting.value > 0;
  return (
    <>
      <div class="drop">
        <Icon name="file" />
        <p>
          <b>{text.drop}</b>
          <br />
          <span class="meta">{text.dropNote}</span>
        </p>
        <input
          ref={input}
          hidden
          type="file"
          multiple
          aria-label={text.choose}
          accept={UPLOAD_ENDINGS.join()}
          onChange={({ currentTarget }) => {
            addFiles(currentTarget.files ?? []);
            currentTarget.value = '';
          }}
        />
        <Button look={mayManage.value ? 'primary' : 'plain'} onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
        <PasteTable />
        <UrlDialog />
      </div>
      {isWaitingForKey && (
        <div class="failure warn" role="status">
          <p>{text.kept(waiting.value)}</p>
          <a class="btn" href={signInAddress()}>
            <Icon name="key" />
            {manageTexts().signIn}
          </a>
        </div>
      )}
      {uploads.value.length > 0 && (
        <section aria-label={text.uploads} class="uploads">
          {shown.length > 1 && (
            <p class="row">
              <Button
                look="primary"
                onClick={() => {
                  for (const { id, mapping } of shown) storeUpload(id, mapping);
                }}
              >
                {text.storeAll(shown.length)}
              </Button>
            </p>
          )}
          {uploads.value.map((one) => (
            <UploadCard key={one.id} of={one} />
          ))}
        </section>
      )}
    </>
  );
}
