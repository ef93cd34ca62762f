/// The script of a report's page: the list can be searched, and sorted by each column. Without it the list is complete.
enum ReportScript {
    /// The only script that the page's content security policy allows: the SHA-256 of `text` in base 64.
    static let hash = "sha256-c8neKEKt37jQDaV8MMv7SDUj1ZSRN3gOss9T1ixORDI="

    static let text = #"""
        (() => {
          'use strict';
          const list = document.getElementById('list');
          const table = list.querySelector('table');
          if (!table) return;
          const body = table.tBodies[0];
          const status = list.querySelector('[role=status]');
          const search = list.querySelector('input');
          const all = status.textContent;
          const rows = [...body.rows];
          const fold = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
          let texts;
          const filter = () => {
            texts ??= rows.map((row) => fold([...row.cells].map((cell) => cell.textContent).join('\n')));
            const words = fold(search.value).split(/\s+/).filter(Boolean);
            let shown = 0;
            rows.forEach((row, index) => {
              row.hidden = !words.every((word) => texts[index].includes(word));
              if (!row.hidden) shown += 1;
            });
            status.textContent = shown === rows.length ? all : `${shown.toLocaleString('en-US')} of ${all}`;
          };
          const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
          const key = (row, column) => {
            const cell = row.cells[column];
            if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
            return cell.textContent === '' ? null : cell.textContent;
          };
          const rank = (value) => (value === null ? 2 : typeof value === 'string' ? 1 : 0);
          const compare = (a, b) => (typeof a === 'number' ? a - b : collator.compare(a, b));
          const sort = (column, descending) => {
            const sorted = rows.map((row) => ({ row, value: key(row, column) }));
            sorted.sort((a, b) => {
              const ranks = rank(a.value) - rank(b.value);
              if (ranks !== 0 || a.value === null) return ranks;
              return descending ? compare(b.value, a.value) : compare(a.value, b.value);
            });
            body.append(...sorted.map(({ row }) => row));
          };
          const heads = [...table.tHead.rows[0].cells];
          heads.forEach((head, column) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.append(...head.childNodes);
            head.append(button);
            button.addEventListener('click', () => {
              const first = rows.map((row) => key(row, column)).find((value) => value !== null);
              const now = head.getAttribute('aria-sort');
              const descending = now ? now === 'ascending' : typeof first === 'number';
              for (const other of heads) other.removeAttribute('aria-sort');
              head.setAttribute('aria-sort', descending ? 'descending' : 'ascending');
              sort(column, descending);
            });
          });
          search.addEventListener('input', filter);
          list.querySelector('.tools').hidden = false;
        })();
        """#
}
