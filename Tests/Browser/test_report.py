"""The page of `report --html` in a real browser."""

import io
import os
import tempfile
import unittest

from PIL import Image, ImageChops, ImageStat

from .browser import Browser
from .journal import LONG_PLACES, Journal, long_sessions, sessions

SNAPSHOTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "snapshots")
TAB, ENTER = "\ue004", "\ue007"
COLUMN = "return [...document.querySelectorAll('#list tbody tr:not([hidden])')].map(row => row.cells[arguments[0]].textContent)"

WIDTHS = (360, 800, 1200, 1600)

# The elements that are shown. What is left of the window is there for screen readers.
SHOWN = """
const isAside = (element) => element.closest('.skip, thead') && element.getBoundingClientRect().right <= 0;
const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility() && !isAside(element)
  && element.getClientRects().length > 0 && !element.closest('title'));
const box = (element) => element.getBoundingClientRect();
const named = (element) => `${element.tagName} ${element.getAttribute('class')} ${element.textContent.slice(0, 40)}`;
"""
OUTSIDE = SHOWN + """return shown.filter((element) => box(element).left < 0 || box(element).right > arguments[0] + 0.5).map(named)"""
WIDER = SHOWN + """return shown.filter((element) => box(element).width > box(element.parentElement).width + 0.5).map(named)"""
CUT = SHOWN + """return shown.filter((element) => {
  if (element.closest('svg')) return box(element).right > box(element.closest('svg')).right + 0.5;
  const style = getComputedStyle(element);
  if (style.display === 'inline' || element.tagName === 'INPUT') return false;
  return element.scrollWidth > element.clientWidth + 1 || style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
}).map(named)"""
# The number of lines that each name is written on.
LINES = """return [...document.querySelectorAll('#list td:nth-child(2), .best h3, .wide th[scope=row]')].map((name) => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return [name.textContent, new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size];
})"""

NOTES = """return [...document.querySelectorAll('#list td:last-child')].filter((cell) => cell.checkVisibility())
  .map((cell) => cell.innerText)"""
# The texts of both halves of the calendar, its last day, and the right edge of that.
CALENDAR = """
const texts = [...document.querySelectorAll('svg.half')].map((half) => [...half.querySelectorAll('text')].map((text) => text.textContent));
const last = [...document.querySelectorAll('svg.half rect')].at(-1);
return [...texts, last.textContent, last.getBoundingClientRect().right];
"""

CONTRAST = """
const parse = (text) => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
  .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const back = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = parse(getComputedStyle(at).backgroundColor);
    if (colour.length === 3 || colour[3] > 0) return colour;
  }
  return [255, 255, 255];
};
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
const poor = new Set();
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.textContent.trim() || element.closest('script,title')) continue;
  const style = getComputedStyle(element);
  const [a, b] = [light(parse(element.closest('svg') ? style.fill : style.color)), light(back(element))];
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.add(`${element.tagName} ${element.className} ${ratio.toFixed(2)}`);
}
return [...poor];
"""


class BrowserTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.close)
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.journal = Journal(folder.name)


class OrdinaryPageTests(BrowserTestCase):
    """Three years of an ordinary surfer."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.journal.add(sessions(600))
        cls.journal.run("config", "goal", "150")
        cls.page = cls.journal.report()

    def test_page_looks_as_it_did(self):
        for width in WIDTHS:
            for dark in (False, True):
                with self.subTest(width=width, dark=dark):
                    self.browser.open(self.page, width, dark)
                    expect_same(self.browser.picture(width, 3200), f"report-{width}-{'dark' if dark else 'light'}")

    def test_no_request_leaves_the_page(self):
        self.browser.requests()
        self.browser.open(self.page)
        self.browser.click("#list th:nth-child(2) button")
        self.assertEqual(self.browser.requests(), ["file://" + self.page])
        self.assertEqual(self.browser.complaints(), [])

    def test_text_has_the_contrast_of_wcag_in_light_and_dark(self):
        for dark in (False, True):
            self.browser.open(self.page, dark=dark)
            self.assertEqual(self.browser.run(CONTRAST), [])

    def test_list_sorts_by_numbers_and_by_words_with_what_is_absent_last(self):
        self.browser.open(self.page)
        names = self.browser.run("return [...document.querySelectorAll('#list th')].map(head => head.textContent)")
        waves, place = names.index("waves"), names.index("place")
        for descending in (True, False):
            self.browser.click(f"#list th:nth-child({waves + 1}) button")
            shown = self.browser.run(COLUMN, waves)
            numbers = [int(text) for text in shown if text]
            self.assertEqual(numbers, sorted(numbers, reverse=descending))
            self.assertNotIn("", shown[:len(numbers)])
            self.assertGreater(len(shown), len(numbers))
        self.browser.click(f"#list th:nth-child({place + 1}) button")
        shown = self.browser.run(COLUMN, place)
        self.assertEqual((shown[0], shown[-1]), ("El Porto", "Zuma"))
        self.assertEqual(len(shown), 600)
        order = "return [...document.querySelectorAll('#list th[aria-sort]')].map(head => [head.textContent, head.ariaSort])"
        self.assertEqual(self.browser.run(order), [["place", "ascending"]])

    def test_search_finds_all_words_without_regard_to_case_and_accents(self):
        self.browser.open(self.page)
        self.browser.type("#list input", "MANCORA glassy")
        found = self.browser.run(COLUMN, 1)
        self.assertTrue(found)
        self.assertEqual(set(found), {"Máncora"})
        status = self.browser.run("return document.querySelector('#list [role=status]').textContent")
        self.assertEqual(status, f"{len(found)} of 600 sessions")
        self.browser.type("#list input", "nowhere at all")
        self.assertEqual(self.browser.run(COLUMN, 1), [])

    def test_keyboard_reaches_the_list_and_sorts_it(self):
        self.browser.open(self.page)
        self.browser.press(TAB)
        self.assertEqual(self.browser.run("return document.activeElement.className"), "skip")
        self.browser.press(ENTER, TAB)
        self.assertEqual(self.browser.run("return document.activeElement.type"), "search")
        self.browser.press(TAB, TAB, ENTER)
        order = "return document.querySelector('#list th[aria-sort]').ariaSort"
        self.assertEqual(self.browser.run(order), "ascending")

    def test_structure_is_told_to_screen_readers(self):
        self.browser.open(self.page)
        levels = self.browser.run("return [...document.querySelectorAll('h1,h2,h3')].map(head => +head.tagName[1])")
        self.assertEqual(levels.count(1), 1)
        self.assertTrue(all(later <= level + 1 for level, later in zip(levels, levels[1:])))
        unnamed = """return [...document.querySelectorAll('svg,[tabindex],input,section')].filter(element =>
            !element.ariaLabel && !element.closest('label') && !element.querySelector('h2')).length"""
        self.assertEqual(self.browser.run(unnamed), 0)
        self.assertEqual(self.browser.run("return document.querySelectorAll('th:not([scope])').length"), 0)
        self.assertEqual(self.browser.run("return document.documentElement.lang"), "en")

    def test_printed_page_has_the_list_and_no_controls(self):
        self.browser.open(self.page, media="print")
        hidden = "return ['.tools', '.skip', 'details'].map(name => getComputedStyle(document.querySelector(name)).display)"
        self.assertEqual(self.browser.run(hidden), ["none"] * 3)
        self.browser.open(self.page)
        pages = self.browser.pdf().count(b"/Type /Page\n")
        self.assertIn(pages, range(8, 60))

    def test_page_counts_boards_people_and_tags(self):
        self.browser.open(self.page)
        heads = self.browser.run("return [...document.querySelectorAll('h2')].map(head => head.textContent)")
        for name in ("Boards", "People", "Tags"):
            self.assertIn(name, heads)

    def test_private_page_has_no_notes_people_or_tags(self):
        with open(self.journal.report("--private")) as file:
            page = file.read()
        for word in ("peelers", ">notes<", "dawnie", "ana</th>", "People", "Tags"):
            self.assertNotIn(word, page)
        self.assertIn("Malibu", page)
        self.page = self.journal.report()


class PageAtEachWidthTests(BrowserTestCase):
    """Ten years with long names and long notes, on a phone, a tablet and two screens, in light, dark and print."""

    LOOKS = [(width, look) for width in WIDTHS for look in ("light", "dark", "print")]
    # What is looked at in each look, because opening a page takes longer than looking at it.
    SCRIPTS = {"outside": OUTSIDE, "wider": WIDER, "cut": CUT, "lines": LINES, "calendar": CALENDAR, "notes": NOTES,
               "width": "return document.documentElement.scrollWidth"}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.journal.add(long_sessions(600))
        page = cls.journal.report()
        cls.seen = {}
        for width, look in cls.LOOKS:
            cls.browser.open(page, width, look == "dark", "print" if look == "print" else "")
            cls.seen[width, look] = {name: cls.browser.run(script, width) for name, script in cls.SCRIPTS.items()}

    def expect(self, check):
        """Checks what was seen in each look."""
        for width, look in self.LOOKS:
            with self.subTest(width=width, look=look):
                check(width, self.seen[width, look])

    def test_every_element_is_inside_the_window(self):
        self.expect(lambda _, seen: self.assertEqual(seen["outside"], []))

    def test_page_does_not_scroll_sideways(self):
        self.expect(lambda width, seen: self.assertLessEqual(seen["width"], width))

    def test_no_element_is_wider_than_its_parent(self):
        self.expect(lambda _, seen: self.assertEqual(seen["wider"], []))

    def test_nothing_is_cut_or_has_to_be_scrolled(self):
        self.expect(lambda _, seen: self.assertEqual(seen["cut"], []))

    def test_names_of_places_are_on_one_line_unless_the_window_is_narrower(self):
        def check(width, seen):
            self.assertEqual({name for name, _ in seen["lines"]}, set(LONG_PLACES))
            wider = {LONG_PLACES[0]} if width == 360 else set()
            self.assertLessEqual({name for name, lines in seen["lines"] if lines > 1}, wider)
        self.expect(check)

    def test_calendar_shows_its_weekdays_and_its_newest_month(self):
        def check(width, seen):
            first, second, day, right = seen["calendar"]
            self.assertEqual([first[:4], second[:4]], [["Mon", "Wed", "Fri", "Sun"]] * 2)
            self.assertEqual((second[-1], day.split(":")[0]), ("Nov", "2026-11-20"))
            self.assertLessEqual(right, width)
        self.expect(check)

    def test_notes_are_in_the_list_with_their_paragraphs(self):
        end = "clean.\nSecond paragraph: dinged the rail. #dawnie"
        self.expect(lambda _, seen: self.assertGreater(sum(notes.endswith(end) for notes in seen["notes"]), 200))


class HostilePageTests(BrowserTestCase):
    """Texts that try to be more than text."""

    TEXTS = ["<script>document.title='owned'</script>", "\"><img src=x onerror=\"document.title='owned'\">",
             "</td></tr></table><h1>owned</h1>", "' onmouseover='document.title=1", "&lt;b&gt; & &amp; &#60;",
             "<!-- ", "</style><style>body{display:none}", "{{constructor}}", "javascript:document.title='owned'"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        rows = [{"date": f"2026-10-{day + 1:02}T08:00:00Z", "location": text, "height": text, "wind": text,
                 "notes": text, "board": text, "rating": 5} for day, text in enumerate(cls.TEXTS)]
        rows.append({"date": "2026-09-01T08:00:00Z", "location": "\u202egnol\u202c", "notes": "x" * 1_000_000, "rating": 5})
        rows.append({"date": "2026-09-02T08:00:00Z", "location": "e" + "\u0301" * 100_000, "notes": "a\u0007b"})
        cls.journal.add(rows)
        cls.page = cls.journal.report("--title", "<b>Mine</b>")

    def test_texts_are_shown_and_never_become_markup(self):
        self.browser.open(self.page)
        self.assertEqual(self.browser.run("return document.title"), "<b>Mine</b>")
        counts = self.browser.run("return ['script', 'style', 'img', 'h1', 'b'].map(name => document.querySelectorAll(name).length)")
        self.assertEqual(counts, [1, 1, 0, 1, 0])
        handlers = "return [...document.querySelectorAll('*')].flatMap(e => [...e.attributes]).filter(a => a.name.startsWith('on')).length"
        self.assertEqual(self.browser.run(handlers), 0)
        shown = self.browser.run(COLUMN, 1)
        for text in self.TEXTS:
            self.assertIn(text, shown)
        self.assertEqual(self.browser.complaints(), [])

    def test_direction_marks_and_controls_have_no_effect(self):
        with open(self.page) as file:
            page = file.read()
        self.assertFalse([char for char in page if char in "\u202e\u202c\u0007"])

    def test_long_texts_are_cut(self):
        self.assertLess(os.path.getsize(self.page), 100_000)
        self.browser.open(self.page, 360)
        self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), 360)

    def test_injected_script_would_be_blocked(self):
        self.browser.open(self.page)
        self.browser.run("const s = document.createElement('script'); s.textContent = 'document.title = 1'; document.body.append(s)")
        self.assertEqual(self.browser.run("return document.title"), "<b>Mine</b>")
        self.browser.complaints()


class LargePageTests(BrowserTestCase):
    """More sessions than a page should have."""

    def test_page_of_5000_sessions_is_below_2_megabytes_and_sorts(self):
        self.journal.add(sessions(6_000))
        page = self.journal.report()
        self.assertLess(os.path.getsize(page), 2_000_000)
        self.browser.open(page)
        rows = self.browser.run("return document.querySelectorAll('#list tbody tr').length")
        self.assertEqual(rows, 5_000)
        self.assertIn("The newest 5,000 of 6,000 sessions.", self.browser.run("return document.body.textContent"))
        self.browser.click("#list th:nth-child(2) button")
        self.assertEqual(self.browser.run(COLUMN, 1)[0], "El Porto")


class TinyPageTests(BrowserTestCase):
    """One session, and nothing else."""

    def test_page_of_one_session_says_what_there_is(self):
        self.journal.add([{"date": "2026-11-01T08:00:00Z", "location": "Malibu"}])
        self.browser.open(self.journal.report())
        text = self.browser.run("return document.body.textContent")
        self.assertIn("1 at 1 place", text)
        self.assertNotIn("Rating", text)
        self.assertNotIn("The best", text)
        self.assertNotIn("Boards", text)


def expect_same(png, name):
    """Compares a picture with the stored one at a quarter of the size: new versions of a browser draw letters slightly otherwise.
    SURFJOURNAL_RECORD=1 stores it instead."""
    image = Image.open(io.BytesIO(png)).convert("L")
    image = image.resize((image.width // 4, image.height // 4), Image.BOX)
    path = os.path.join(SNAPSHOTS, name + ".png")
    if os.environ.get("SURFJOURNAL_RECORD"):
        os.makedirs(SNAPSHOTS, exist_ok=True)
        image.save(path, optimize=True)
        return
    known = Image.open(path)
    failed = os.path.join(tempfile.gettempdir(), name + ".png")
    if image.size != known.size:
        image.save(failed)
        raise AssertionError(f"{name} is {image.size}, was {known.size}. See {failed}")
    difference = ImageStat.Stat(ImageChops.difference(image, known)).mean[0]
    if difference > 1.5:
        image.save(failed)
        raise AssertionError(f"{name} differs by {difference:.2f}. See {failed}")


if __name__ == "__main__":
    unittest.main()
