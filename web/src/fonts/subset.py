"""Makes the two fonts of the pages from the packages that README.md names.

    python3 subset.py FOLDER    # the folder with node_modules
"""

import sys
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÀÂÄÆÇÈÉÊËÎÏÔÖŒÙÛÜŸàâäæçèéêëîïôöœùûüÿ"
    + "ÁÃÅÍÑÓÕØÚÝßáãåíñóõøúý"
    + "«»‹›“”„‘’‚–—…−×÷±½¼¾¹²³°·•€§©ªº¡¿¦´¨ˆ˜"
    + "←↑→↓"
    + "\u00a0\u2009\u202f"
)
FEATURES = ["kern", "mark", "liga", "calt", "ccmp", "locl", "rvrn", "tnum", "frac", "numr", "dnom"]
LICENCE = "This Font Software is licensed under the SIL Open Font License, Version 1.1."

# Name in the pages, file of the package, and the axes: one value, or the range that is used.
FONTS = {
    "fraunces": ("fraunces/files/fraunces-latin-soft-normal.woff2", {"SOFT": 100, "wght": 680}),
    "figtree": ("figtree/files/figtree-latin-wght-normal.woff2", {"wght": (400, 700)}),
}


def add_glyph(font, name, code, advance, component=None, shift=(0, 0), turn=None, made=None):
    """Adds a glyph: empty, or another one shifted and turned, or one that was made."""
    pen = TTGlyphPen(font.getGlyphSet())
    if component is not None:
        pen.addComponent(component, (*(turn or (1, 0, 0, 1)), *shift))
    glyph = made or pen.glyph()
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    font["glyf"].glyphs[name] = glyph
    font["glyf"].glyphOrder = font.getGlyphOrder()
    glyph.recalcBounds(font["glyf"])
    font["hmtx"].metrics[name] = (round(advance), getattr(glyph, "xMin", 0))
    if "gvar" in font:
        font["gvar"].variations[name] = []
    if code is not None:
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[code] = name


def add_spaces(font):
    """The narrow spaces of French and of figures."""
    space = font["hmtx"].metrics[font.getBestCmap()[0x20]][0]
    for code, share in ((0x2009, 0.75), (0x202F, 0.75)):
        if code not in font.getBestCmap():
            add_glyph(font, f"uni{code:04X}", code, space * share)


def add_capital_y(font):
    """Ÿ, where the package has it in another file: the dots of Ü over Y."""
    cmap = font.getBestCmap()
    u, accented, y = cmap[ord("U")], cmap[ord("Ü")], cmap[ord("Y")]
    if ord("Ÿ") in cmap:
        return
    glyph = font["glyf"][accented]
    assert glyph.isComposite()
    base, dots = glyph.components
    assert base.glyphName == u
    pen = TTGlyphPen(font.getGlyphSet())
    pen.addComponent(y, (1, 0, 0, 1, 0, 0))
    middle = (font["hmtx"].metrics[y][0] - font["hmtx"].metrics[u][0]) / 2
    pen.addComponent(dots.glyphName, (1, 0, 0, 1, round(dots.x + middle), dots.y))
    add_glyph(font, "Ydieresis", ord("Ÿ"), font["hmtx"].metrics[y][0], made=pen.glyph())


def add_arrows(font):
    """Left and right arrows, from the upright ones."""
    cmap = font.getBestCmap()
    if 0x2191 not in cmap or 0x2192 in cmap:
        return
    up = cmap[0x2191]
    box, (advance, _) = font["glyf"][up], font["hmtx"].metrics[up]
    middle = (box.yMin + box.yMax) / 2
    length = box.yMax - box.yMin
    side = round(advance * 0.1)
    width = length + 2 * side
    # A quarter turn about the origin, then back to where the upright arrow has its middle.
    centre = (box.xMin + box.xMax) / 2
    right = (round(side - box.yMin), round(middle + centre))
    left = (round(side + box.yMax), round(middle - centre))
    add_glyph(font, "arrowright", 0x2192, width, up, right, (0, -1, 1, 0))
    add_glyph(font, "arrowleft", 0x2190, width, up, left, (0, 1, -1, 0))


def add_tabular_figures(font):
    """Figures of one width, for a font that has none."""
    if any(record.FeatureTag == "tnum" for record in font["GSUB"].table.FeatureList.FeatureRecord):
        return
    cmap = font.getBestCmap()
    figures = [cmap[ord("0") + digit] for digit in range(10)]
    advances = sorted(font["hmtx"].metrics[figure][0] for figure in figures)
    # Between the usual and the widest figure, which has room at its sides.
    width = (advances[5] + advances[9]) // 2
    for figure in figures:
        advance = font["hmtx"].metrics[figure][0]
        add_glyph(font, f"{figure}.tnum", None, width, figure, (round((width - advance) / 2), 0))
    rules = "\n".join(f"sub {figure} by {figure}.tnum;" for figure in figures)
    add_feature(font, f"feature tnum {{\n{rules}\n}} tnum;")


def add_feature(font, text):
    """Adds a GSUB feature to those that are there."""
    before = font["GSUB"]
    extra = TTFont()
    extra.setGlyphOrder(font.getGlyphOrder())
    extra["head"], extra["maxp"] = font["head"], font["maxp"]
    addOpenTypeFeaturesFromString(extra, text, tables=["GSUB"])
    table, added = before.table, extra["GSUB"].table
    offset = len(table.LookupList.Lookup)
    table.LookupList.Lookup.extend(added.LookupList.Lookup)
    table.LookupList.LookupCount = len(table.LookupList.Lookup)
    [record] = added.FeatureList.FeatureRecord
    record.Feature.LookupListIndex = [index + offset for index in record.Feature.LookupListIndex]
    # Features are sorted by tag, and those that follow move on.
    tags = [each.FeatureTag for each in table.FeatureList.FeatureRecord]
    place = next((at for at, tag in enumerate(tags) if tag > record.FeatureTag), len(tags))
    table.FeatureList.FeatureRecord.insert(place, record)
    table.FeatureList.FeatureCount = len(table.FeatureList.FeatureRecord)
    for script in table.ScriptList.ScriptRecord:
        systems = [script.Script.DefaultLangSys, *(each.LangSys for each in script.Script.LangSysRecord)]
        for system in filter(None, systems):
            moved = [index + (index >= place) for index in system.FeatureIndex]
            system.FeatureIndex = sorted([*moved, place])
            system.FeatureCount = len(system.FeatureIndex)
            if system.ReqFeatureIndex != 0xFFFF and system.ReqFeatureIndex >= place:
                system.ReqFeatureIndex += 1
    variations = getattr(table, "FeatureVariations", None)
    for record in variations.FeatureVariationRecord if variations else []:
        for change in record.FeatureTableSubstitution.SubstitutionRecord:
            change.FeatureIndex += change.FeatureIndex >= place


def make(name, source, axes):
    font = TTFont(source)
    font = instancer.instantiateVariableFont(font, axes)
    if "gvar" in font:
        for glyph in font.getGlyphOrder():
            font["gvar"].variations.setdefault(glyph, [])
    options = Options()
    options.flavor = "woff2"
    options.layout_features = FEATURES
    # The copyright and the address of the licence stay with the font.
    options.name_IDs = [0, 1, 2, 5, 6, 14]
    options.hinting = False
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(text=LETTERS)
    subsetter.subset(font)
    add_spaces(font)
    add_capital_y(font)
    add_arrows(font)
    add_tabular_figures(font)
    # The widths of added glyphs do not vary; without this table, widths come from the outlines.
    if "HVAR" in font:
        del font["HVAR"]
    font["name"].setName(LICENCE, 13, 3, 1, 0x409)
    font["maxp"].numGlyphs = len(font.getGlyphOrder())
    font.flavor = "woff2"
    font["head"].modified = font["head"].created
    font.recalcTimestamp = False
    target = Path(__file__).with_name(f"{name}.woff2")
    font.save(target)
    missing = [letter for letter in LETTERS if ord(letter) not in font.getBestCmap()]
    print(f"{target.name}: {target.stat().st_size} bytes, {len(font.getGlyphOrder())} glyphs, without {missing}")


if __name__ == "__main__":
    packages = Path(sys.argv[1]) / "node_modules/@fontsource-variable"
    for font_name, (file, limits) in FONTS.items():
        make(font_name, packages / file, limits)
