import { isReader } from '../../state/session.ts';
import { addFiles } from '../../state/uploads.ts';

const holdsFiles = (event: DragEvent) =>
  !isReader.value && (event.dataTransfer?.types.includes('Files') ?? false);

const mark = (isOver: boolean) => document.documentElement.classList.toggle('over', isOver);

/** Goes to an address as a click on a link to it does. */
function goTo(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Files are taken wherever on the page they are dropped, and shown by the screen of the data before they are stored. */
addEventListener('dragover', (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  mark(true);
});
addEventListener('dragleave', ({ relatedTarget }) => {
  if (relatedTarget === null) mark(false);
});
addEventListener('drop', (event) => {
  if (!holdsFiles(event)) return;
  event.preventDefault();
  mark(false);
  addFiles(event.dataTransfer?.files ?? []);
  if (location.pathname !== '/data') goTo('/data');
});
