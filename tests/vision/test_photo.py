"""Photos are upright and 8-bit, and what is no usable photo is refused with one line that says how to mend it."""

from __future__ import annotations

import io
import struct
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ExifTags, Image, ImageFile

from vision.camera import photo as photo_module
from vision.camera import photo_limits
from vision.camera.photo import PhotoError, decode_photo, load_photo, open_photo
from vision.image import Photo

# Where the marked top-left quarter of the stored picture belongs, for each EXIF orientation (Exif 2.32, tag 0x0112).
QUARTER = {
    1: "top left",
    2: "top right",
    3: "bottom right",
    4: "bottom left",
    5: "top left",
    6: "top right",
    7: "bottom right",
    8: "bottom left",
}

HEIC = (Path(__file__).parent / "marked.heic").read_bytes()
"""The marked picture, twice as large, written by pillow-heif 1.8 as an iPhone has it that stood upright: its container says
that it is to be turned, and so do its EXIF data."""
TURNED = {0: "top left", 1: "bottom left", 2: "bottom right", 3: "top right"}
"""Where its marked quarter belongs, for each number of quarter turns to the left (ISO/IEC 23008-12, 6.5.10)."""


def marked() -> Photo:
    """48 x 64 pixels, black, the top-left quarter white."""
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[:24, :32] = 255
    return picture


def bright_quarters(picture: Photo) -> set[str]:
    height, width = picture.shape[:2]
    return {
        f"{row} {column}"
        for row, y in (("top", 6), ("bottom", height - 7))
        for column, x in (("left", 6), ("right", width - 7))
        if picture[y, x].mean() > 128
    }


def textured() -> Photo:
    noise = np.random.default_rng(3).integers(0, 255, (300, 400, 3), dtype=np.uint8)
    return cv2.GaussianBlur(noise, (0, 0), 3).astype(np.uint8)


def encoded(suffix: str, picture: np.ndarray) -> bytes:
    return cv2.imencode(suffix, picture)[1].tobytes()


def exif(orientation: int) -> bytes:
    """A TIFF block with one tag, the orientation."""
    return b"II*\x00" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, orientation, 0, 0)


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def tagged(jpeg: bytes, orientation: int) -> bytes:
    """The JPEG file with an EXIF orientation."""
    segment = b"Exif\x00\x00" + exif(orientation)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + jpeg[2:]


def oriented(suffix: str, orientation: int) -> bytes:
    """The marked picture with an EXIF orientation."""
    tags = exif(orientation)
    if suffix == ".jpg":
        return tagged(encoded(suffix, marked()), orientation)
    if suffix == ".png":
        data = encoded(suffix, marked())
        return data[:33] + chunk(b"eXIf", tags) + data[33:]
    picture = encoded(suffix, marked())[12:]
    canvas = b"VP8X" + struct.pack("<IIHBHB", 10, 0x08, 63, 0, 47, 0)
    body = b"WEBP" + canvas + picture + b"EXIF" + struct.pack("<I", len(tags)) + tags
    return b"RIFF" + struct.pack("<I", len(body)) + body


def header_only_jpeg(width: int, height: int) -> bytes:
    frame = struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00"
    return (
        b"\xff\xd8\xff\xc0"
        + struct.pack(">H", len(frame) + 2)
        + frame
        + b"\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\xff\xd9"
    )


def header_only_png(width: int, height: int) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def refusal(data: bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        decode_photo(data, "table.jpg")
    message = str(caught.value)
    assert message.startswith("table.jpg: ")
    assert "\n" not in message
    return message


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("orientation", QUARTER)
def test_photo_stands_upright_whatever_the_camera_held(suffix: str, orientation: int) -> None:
    upright = decode_photo(oriented(suffix, orientation), "photo")

    assert upright.shape == ((48, 64, 3) if orientation < 5 else (64, 48, 3))
    assert bright_quarters(upright) == {QUARTER[orientation]}


@pytest.mark.parametrize("turns", TURNED)
def test_a_heic_photo_is_turned_once_as_its_container_says(turns: int) -> None:
    data = bytearray(HEIC)
    data[data.index(b"irot") + 4] = turns

    upright = decode_photo(bytes(data), "photo")

    assert upright.shape == ((96, 128, 3) if turns % 2 == 0 else (128, 96, 3))
    assert bright_quarters(upright) == {TURNED[turns]}
    assert bright_quarters(decode_photo(bytes(data), "photo", 64)) == {TURNED[turns]}


@pytest.mark.parametrize("kept", [0.01, 0.1, 0.3, 0.5, 0.8, 0.95])
@pytest.mark.parametrize("rest", [b"", bytes(2000)], ids=["cut off", "never written"])
def test_a_heic_photo_that_lacks_its_end_is_refused_in_one_line(
    kept: float, rest: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    assert "cut off or damaged" in refusal(HEIC[: max(12, int(len(HEIC) * kept))] + rest)
    assert capfd.readouterr() == ("", "")


def test_a_heic_photo_out_of_all_proportion_is_refused_by_its_header() -> None:
    data = bytearray(HEIC)
    at = data.index(b"ispe") + 8
    data[at : at + 8] = struct.pack(">II", 20_000, 10_000)

    assert "10000 x 20000 pixels are more than 128 megapixels" in refusal(bytes(data))
    with pytest.raises(PhotoError, match="more than 64 megapixels"):
        decode_photo(bytes(data), "photo", 2400)


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_every_accepted_format_gives_colour_of_8_bits(suffix: str) -> None:
    picture = textured()

    decoded = decode_photo(encoded(suffix, picture), "photo")

    assert decoded.dtype == np.uint8
    assert np.abs(decoded.astype(int) - picture).mean() < 6


@pytest.mark.parametrize(
    "stored",
    [
        pytest.param(textured()[:, :, 0], id="grey"),
        pytest.param(cv2.cvtColor(textured(), cv2.COLOR_BGR2BGRA), id="alpha"),
        pytest.param(textured().astype(np.uint16) * 257, id="16 bit"),
        pytest.param(textured()[:, :, 0].astype(np.uint16) * 257, id="16 bit grey"),
    ],
)
def test_grey_alpha_and_16_bit_become_8_bit_colour(stored: np.ndarray) -> None:
    decoded = decode_photo(encoded(".png", stored), "photo")

    assert decoded.dtype == np.uint8
    assert decoded.shape == (300, 400, 3)
    blue = stored if stored.ndim == 2 else stored[:, :, 0]
    assert np.abs(decoded[:, :, 0].astype(int) - (blue // 257 if stored.dtype == np.uint16 else blue)).max() <= 1


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
@pytest.mark.parametrize("kept", [0.03, 0.5, 0.95])
def test_a_photo_cut_off_in_transfer_is_refused(suffix: str, kept: float) -> None:
    data = encoded(suffix, textured())

    assert "cut off" in refusal(data[: int(len(data) * kept)])


def test_a_jpeg_whose_second_half_was_never_written_is_refused() -> None:
    data = encoded(".jpg", textured())
    half = len(data) // 2

    assert "cut off" in refusal(data[:half] + bytes(len(data) - half))


@pytest.mark.parametrize("orientation", [1, 6])
def test_a_jpeg_that_ends_early_but_properly_is_refused(orientation: int) -> None:
    data = tagged(encoded(".jpg", textured()), orientation)

    assert "cut off" in refusal(data[: len(data) // 2] + b"\xff\xd9")


def test_a_jpeg_that_lacks_its_last_bytes_but_ends_properly_is_refused() -> None:
    data = encoded(".jpg", textured())

    assert "cut off" in refusal(data[: int(len(data) * 0.98)] + b"\xff\xd9")


def test_a_jpeg_in_a_grey_frame_is_read() -> None:
    framed = cv2.copyMakeBorder(textured(), 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=(128, 128, 128))

    assert decode_photo(encoded(".jpg", framed), "photo").shape == framed.shape


@pytest.mark.parametrize("orientation", [1, 6])
@pytest.mark.parametrize("progressive", [0, 1])
def test_a_jpeg_whose_corner_is_grey_is_read(progressive: int, orientation: int) -> None:
    shown = cv2.copyMakeBorder(textured(), 0, 48, 0, 0, cv2.BORDER_CONSTANT, value=(128, 128, 128))
    data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_PROGRESSIVE, progressive])[1].tobytes()

    assert decode_photo(tagged(data, orientation), "photo").size == shown.size


def test_a_damaged_photo_is_complained_of_in_one_line_only(capfd: pytest.CaptureFixture[str]) -> None:
    data = encoded(".jpg", textured())

    refusal(data[: len(data) // 2] + b"\xff\xd9")
    assert capfd.readouterr() == ("", "")


def test_a_progressive_jpeg_is_read_and_its_lost_scans_are_noticed() -> None:
    data = cv2.imencode(".jpg", textured(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()

    assert decode_photo(data, "photo").shape == (300, 400, 3)
    assert "cut off" in refusal(data[: int(len(data) * 0.9)])


@pytest.mark.parametrize("kept", [0.3, 0.6, 0.9, 0.98])
def test_a_progressive_jpeg_that_lacks_some_of_its_scans_but_ends_properly_is_refused(kept: float) -> None:
    data = cv2.imencode(".jpg", textured(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()

    assert "cut off" in refusal(data[: int(len(data) * kept)] + b"\xff\xd9")


@pytest.mark.filterwarnings("ignore:Corrupt EXIF")
def test_a_photo_with_damaged_tags_is_read(capfd: pytest.CaptureFixture[str]) -> None:
    data = tagged(encoded(".jpg", textured()), 6)
    at = data.index(b"II*\x00")

    assert decode_photo(data[: at + 4] + b"\xff\xff\xff\x7f" + data[at + 8 :], "photo").shape == (300, 400, 3)
    assert capfd.readouterr() == ("", "")


def test_what_a_phone_appends_after_the_picture_does_no_harm() -> None:
    data = encoded(".jpg", textured()) + b"ftypmp42 a moving picture"

    assert decode_photo(data, "photo").shape == (300, 400, 3)


def test_a_bitmap_of_an_old_program_is_read() -> None:
    rows = np.flipud(textured()).tobytes()
    header = struct.pack("<IHHHH", 12, 400, 300, 1, 24)
    data = b"BM" + struct.pack("<IHHI", 26 + len(rows), 0, 0, 26) + header + rows

    assert np.array_equal(decode_photo(data, "photo"), textured())
    assert "cut off" in refusal(data[:-1000])


def test_a_png_with_a_flipped_byte_is_refused_without_noise(capfd: pytest.CaptureFixture[str]) -> None:
    data = bytearray(encoded(".png", textured()))
    data[len(data) // 2] ^= 0x40

    assert "damaged" in refusal(bytes(data))
    assert capfd.readouterr().err == ""


def test_a_photo_that_only_the_decoder_finds_damaged_is_refused() -> None:
    assert "damaged" in refusal(header_only_png(400, 300))


@pytest.mark.parametrize(
    ("data", "most"),
    [
        (header_only_jpeg(30_000, 10_000), 256),
        (header_only_jpeg(30_000, 10_000).replace(b"\xff\xc0", b"\xff\xc2"), 64),  # progressive: held as a whole
        (
            header_only_jpeg(30_000, 10_000).replace(b"\xff\xda\x00\x08\x01", b"\xff\xda\x00\x08\x02"),
            64,
        ),  # in several scans
        (header_only_png(30_000, 10_000), 64),
    ],
)
def test_a_photo_of_too_many_pixels_is_refused_by_its_header(
    data: bytes, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(_: Image.Image) -> None:
        raise AssertionError("decoded although far too large")

    monkeypatch.setattr(ImageFile.ImageFile, "load", never)

    message = refusal(data)
    assert f"30000 x 10000 pixels are more than {most} megapixels" in message


@pytest.mark.parametrize("orientation", [1, 6])
@pytest.mark.parametrize("kind", ["JPEG", "MPO"])
def test_a_jpeg_of_more_pixels_than_are_decoded_is_opened_at_a_reduced_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, orientation: int
) -> None:
    monkeypatch.setattr(photo_limits, "MOST_PIXELS", 400 * 300)
    tags = Image.Exif()
    tags[ExifTags.Base.Orientation] = orientation
    picture = Image.fromarray(marked()[..., ::-1]).resize((1201, 801))
    more = {"save_all": True, "append_images": [picture.resize((160, 120))]} if kind == "MPO" else {}
    picture.save(tmp_path / "large.jpg", kind, exif=tags, **more)

    photo, full_size = open_photo(tmp_path / "large.jpg")

    assert sorted(photo.shape) == [3, 201, 301]
    assert full_size == ((1201, 801) if orientation == 1 else (801, 1201))
    assert bright_quarters(photo) == {QUARTER[orientation]}


@pytest.mark.parametrize("quality", [80, 101], ids=["lossy", "lossless"])
def test_a_small_webp_is_refused_with_its_size(quality: int) -> None:
    picture = np.zeros((20, 50, 3), np.uint8)

    assert "50 x 20 pixels" in refusal(cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes())


@pytest.mark.parametrize(
    ("data", "said"),
    [
        pytest.param(b"", "empty", id="empty"),
        pytest.param(b"hello, this is a letter", "not a photo", id="text"),
        pytest.param(b"\x00\x00\x00\x18ftypavif\x00\x00\x00\x00mif1avif", "AVIF", id="AVIF"),
        pytest.param(b"\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isomiso2", "video", id="MP4"),
        pytest.param(b"GIF89a" + bytes(30), "GIF", id="GIF"),
        pytest.param(b"II*\x00" + bytes(30), "TIFF", id="TIFF"),
        pytest.param(encoded(".png", np.zeros((1, 1, 3), np.uint8)), "1 x 1", id="one pixel"),
        pytest.param(header_only_png(0, 0), "damaged", id="no pixel"),
        pytest.param(b"\xff\xd8\xff\xd9", "cut off", id="JPEG without a picture"),
        pytest.param(b"\xff\xd8\xff\xe0\x00\x02 stray bytes", "cut off", id="JPEG out of step"),
    ],
)
def test_what_is_no_photo_is_named(data: bytes, said: str) -> None:
    assert said in refusal(data)


@pytest.mark.parametrize("orientation", [1, 6])
@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_that_is_scaled_down_and_cut_off_is_refused(orientation: int, progressive: bool) -> None:  # noqa: FBT001 - a parameter of the test
    picture, exif = Image.effect_noise((1600, 1200), 90).convert("RGB"), Image.Exif()
    exif[ExifTags.Base.Orientation] = orientation
    file = io.BytesIO()
    picture.save(file, "JPEG", exif=exif, progressive=progressive)
    whole = file.getvalue()
    assert sorted(decode_photo(whole, "a", 400).shape) == [3, 300, 400]
    with pytest.raises(PhotoError, match="cut off"):
        decode_photo(whole[: len(whole) // 2], "a", 400)
    with pytest.raises(PhotoError, match="cut off"):
        decode_photo(whole[: len(whole) // 2] + b"\xff\xd9", "a", 400)


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "Tisch 1 ä.png"
    path.write_bytes(encoded(".png", textured()))

    assert np.array_equal(load_photo(path), textured())
    assert np.array_equal(load_photo(str(path)), textured())


def test_missing_file_and_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="no such file"):
        load_photo(tmp_path / "gone.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        load_photo(tmp_path)
    with pytest.raises(PhotoError, match="cannot be opened"):
        load_photo("nul\0byte.jpg")


def test_a_file_far_too_large_for_a_photo_is_not_read_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "film.jpg"
    path.write_bytes(encoded(".png", textured()))
    monkeypatch.setattr(photo_module, "MOST_BYTES", 1024)

    with pytest.raises(PhotoError, match="too large"):
        load_photo(path)


def test_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO(encoded(".png", textured())))
    monkeypatch.setattr(sys, "stdin", data)

    assert np.array_equal(load_photo("-"), textured())


def test_a_name_with_a_line_break_stays_on_one_line() -> None:
    with pytest.raises(PhotoError) as caught:
        load_photo("two\nlines.jpg")

    assert str(caught.value).splitlines() == [r"two\nlines.jpg: no such file; check the path"]
